/** What the placing interface needs from whoever keeps the game: a table of the server's, or one on this device. */
import type { DetailsAnswer, RefusalInfo, Replay, TableCommand, TableEvent } from '../generated/api'
import type { TableState } from './fold'
import type { Past } from './past'
import type { Position } from './position'

export interface Placed {
  seat: number
  move: string
}

/** What happened: events, what was placed, and who took something of the turn back. */
export interface News {
  readonly events: readonly TableEvent[]
  readonly placed: readonly Placed[]
  readonly takenBack: number | null
}

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
  readonly n: number
  place(move: string): Promise<RefusalInfo | null>
  why(move: string): Promise<RefusalInfo | null>
  /** Score change per seat of each move that changes any. */
  previews(): Promise<Record<string, number[]>>
}

/** What the whole screen of a game needs. */
export interface TableDesk extends Desk {
  readonly names: string[]
  readonly state: TableState | null
  /** The clock of whoever keeps the game minus ours. */
  readonly skew: number
  /** What happened last, for whoever wants to speak or sound it. */
  readonly latest: News | null
  takeBack(): Promise<RefusalInfo | null>
  confirm(): Promise<RefusalInfo | null>
  command(command: TableCommand): Promise<RefusalInfo | null>
  /** Whoever is in a hurry waits no longer to see what others placed. */
  hurry?(): void
  /** The game so far, for a film. */
  replay(): Promise<Replay>
  /** Whom to ask for a position of it, where somebody can be asked. */
  past?: Past
}
