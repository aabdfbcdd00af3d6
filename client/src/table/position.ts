/** Positions, and what an update changes of one. */
import type { At, BoardPosition, PalaceView } from '../board/api'
import type { PositionJson as Position, PositionChanges } from '../generated/api'

export type { PositionJson as Position, StockJson as Stock } from '../generated/api'

/** The position with the changed fields, each of which is whole. */
export const changed = (position: Position | null, changes: PositionChanges): Position =>
  ({ ...position, ...changes }) as Position

export const palaceAt = (position: BoardPosition, at: At): PalaceView | undefined =>
  position.palaces.find((palace) => palace.buildings.includes(at) || palace.stables.includes(at))
