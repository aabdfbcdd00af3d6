/** What a screen reader is told: one polite line, replaced by the next. What is said within a moment is said together. */
class Voice {
  line = $state('')
}

export const voice = new Voice()
// One placement speaks several times: as news from the table, as the answer to a command, as a turn that begins.
const MOMENT_MS = 100
let last = ''
let news: string[] = []
let here = ''
let timer: ReturnType<typeof setTimeout> | undefined

export function say(line: string): void {
  news.push(line)
  timer ??= setTimeout(speak, MOMENT_MS)
}

/** What is being pointed at: of several in one moment only the last is of interest. */
export function sayHere(line: string): void {
  here = line
  timer ??= setTimeout(speak, MOMENT_MS)
}

function speak(): void {
  const line = [...news, here].filter(Boolean).join(' ')
  news = []
  here = ''
  timer = undefined
  // The same words twice are said twice: a hair space makes them differ.
  last = last === line ? `${line}\u200a` : line
  voice.line = last
}
