/** What the placing interface needs from whoever keeps the game: a live table, a lesson. */
import type { DetailsAnswer, RefusalInfo } from '../generated/api'
import type { Position } from './position'

export interface Desk {
  readonly position: Position | null
  /** Who sits where. */
  readonly names: readonly string[]
  /** What is worth how much, as far as it is known already. */
  readonly details: DetailsAnswer | null
  /** The seat that may place here, if any. */
  readonly seat: number | null
  /** Legal moves, as the server sent them. */
  readonly moves: readonly string[]
  /** Changes whenever moves and previews do. */
  readonly seq: number
  place(move: string): Promise<RefusalInfo | null>
  why(move: string): Promise<RefusalInfo | null>
  /** Score change per seat of each move that changes any. */
  previews(): Promise<Record<string, number[]>>
}
