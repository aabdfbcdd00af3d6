/** A game with everything else that might have been played: turns that lead to turns. Nothing here decides what is legal. */
import type { PositionJson } from '../generated/api'

export type Arrow = readonly [from: string, to: string]

/** What a person thinks of a turn. */
export interface Remarks {
  /** How good it is: one of `RECORDS.signs`, or nothing. */
  sign: string
  /** Cells with a ring around them. */
  rings: readonly string[]
  arrows: readonly Arrow[]
  comment: string
}

export interface Turn extends Remarks {
  seat: number
  round: number
  moves: readonly string[]
  /** The position after every move. */
  positions: readonly PositionJson[]
  /** The turns that may follow: first the one of this line, then those that might be played instead. */
  next: readonly Turn[]
}

export interface Tree {
  tags: Readonly<Record<string, string>>
  start: PositionJson
  next: readonly Turn[]
}

export const UNREMARKED: Remarks = { sign: '', rings: [], arrows: [], comment: '' }

/** Is the turn still under way after a move? Whoever founds the market places on in the same turn. */
export const goesOn = (before: PositionJson, after: PositionJson): boolean =>
  after.placements_left !== after.turn_size || before.phase === 'founding'

/** The round of a seat's turn that follows another one. */
export const roundAfter = (last: Pick<Turn, 'round' | 'seat'> | undefined, seat: number): number =>
  last ? last.round + (seat <= last.seat ? 1 : 0) : 1

/** The turns of a line from here on. */
export function lineFrom(next: readonly Turn[]): Turn[] {
  const line: Turn[] = []
  for (let [turn] = next; turn; [turn] = turn.next) line.push(turn)
  return line
}
