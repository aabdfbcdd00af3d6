/** What a screen reader is told: one polite line, replaced by the next. What is said at once is said together. */
class Voice {
  line = $state('')
}

export const voice = new Voice()
let last = ''
let waiting: string[] = []

export function say(line: string): void {
  if (waiting.push(line) === 1) queueMicrotask(speak)
}

function speak(): void {
  const line = waiting.join(' ')
  waiting = []
  // The same words twice are said twice: a hair space makes them differ.
  last = last === line ? `${line}\u200a` : line
  voice.line = last
}
