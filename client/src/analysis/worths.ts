/** What a piece would be worth where: the engine's first look at all its moves, as a map of the city. */
import type { At, Worth } from '../board/api'
import type { Glance } from '../engine/engine'
import { parseMove } from '../table/moves'
import { hundredths } from './figures'

/** The best that each cell promises a seat, best first; a passage has several ways to the same cell. */
export function cellsOf(map: readonly Glance[], seat: number): { at: At; win: number }[] {
  const best = new Map<At, number>()
  for (const { move, win } of map) {
    const { cell } = parseMove(move)
    if (cell !== null) best.set(cell, Math.max(best.get(cell) ?? 0, win[seat] ?? 0))
  }
  return [...best].map(([at, win]) => ({ at, win })).sort((a, b) => b.win - a.win)
}

/** For the board: numbers, and how each compares with the best and the worst of them. */
export function worthsOf(map: readonly Glance[], seat: number): Map<At, Worth> {
  const cells = cellsOf(map, seat)
  const [top, low] = [cells[0]?.win ?? 0, cells.at(-1)?.win ?? 0]
  const share = (win: number): number => (top > low ? (win - low) / (top - low) : 1)
  return new Map(cells.map(({ at, win }) => [at, { share: share(win), text: hundredths(win) }]))
}
