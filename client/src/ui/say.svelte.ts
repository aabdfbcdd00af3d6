/** What a screen reader is told: one polite line, replaced by the next. */
class Voice {
  line = $state('')
}

export const voice = new Voice()
let last = ''

export function say(line: string): void {
  // The same words twice are said twice: a hair space makes them differ.
  last = last === line ? `${line}\u200a` : line
  voice.line = last
}
