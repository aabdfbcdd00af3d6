/** Moves as the engine counts them, and as they are written. */
import { FRONTS, MOVE_RUNS, NAMES, PASSAGES } from '../generated/engine'

const known = new Map<number, string[]>()

/** The text of a move code in the city of so many players. */
export function textOf(code: number, players: number): string {
  const city = players === 2 ? 0 : 1
  const texts = known.get(city) ?? write(city)
  known.set(city, texts)
  return texts[code] ?? ''
}

function write(city: 0 | 1): string[] {
  const texts: string[] = []
  for (const [start, letter, kind] of MOVE_RUNS)
    NAMES[kind].forEach((name, number) => (texts[start + number] = (letter + name).trim()))
  NAMES.walls.forEach((exit, leave) =>
    NAMES.walls.forEach((_, enter) => {
      texts[PASSAGES + 64 * leave + enter] = `M${NAMES.cells[FRONTS[city][enter] ?? 0]}/${exit}`
    }),
  )
  return texts
}
