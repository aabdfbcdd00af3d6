/**
 * What a try makes of somebody's level: a game between a person and a puzzle, by the model of Plackett and Luce as openskill has it. The
 * server counts the same way; here it is for guests, and for as long as there is no network. On the scale that people see.
 */
export interface Level {
  level: number
  deviation: number
}

export const NEWCOMER: Level = { level: 1500, deviation: 1000 / 3 }
/** How unsure the level of a puzzle is that nobody has tried. */
export const GUESS = 240
const BETA = 500 / 3
const TAU = 10 / 3
const LEAST = 1e-4

export function after(person: Level, puzzle: Level, solved: boolean): Level {
  const own = person.deviation ** 2 + TAU ** 2
  const spread = Math.sqrt(own + puzzle.deviation ** 2 + TAU ** 2 + 2 * BETA ** 2)
  const chance = 1 / (1 + Math.exp((puzzle.level - person.level) / spread))
  const surprise = solved ? 1 - chance : -chance
  const certainty = (own / spread ** 2) * (Math.sqrt(own) / spread) * chance * (1 - chance)
  return {
    level: person.level + (own / spread) * surprise,
    deviation: Math.sqrt(own) * Math.sqrt(Math.max(1 - certainty, LEAST)),
  }
}
