/** What a screen reader is told: one polite line, replaced by the next. What is said within a moment is said together. */
class Voice {
  line = $state('')
}

export const voice = new Voice()
// One placement speaks several times: as news from the table, as the answer to a command, as a turn that begins.
const MOMENT_MS = 100
let last = ''
let waiting: string[] = []

export function say(line: string): void {
  if (waiting.push(line) === 1) setTimeout(speak, MOMENT_MS)
}

function speak(): void {
  const line = waiting.join(' ')
  waiting = []
  // The same words twice are said twice: a hair space makes them differ.
  last = last === line ? `${line}\u200a` : line
  voice.line = last
}
