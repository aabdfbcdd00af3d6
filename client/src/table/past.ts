/** The positions a game went through: all of them by the compiled engine of this device, or one by one from the server. */
import type { Played, PositionAnswer, Replay } from '../generated/api'
import { get, post } from '../net/http'
import type { Position, Stock } from './position'

/** Tells the position after so many placements. */
export type Past = (ply: number) => Promise<Position>

/** Of a table of this site. */
export const atTable =
  (table: string): Past =>
  async (ply) =>
    (await get<PositionAnswer>(`/tables/${encodeURIComponent(table)}/positions/${ply}`)).position

/** Of somebody's record. */
export const inRecord =
  (record: string): Past =>
  async (ply) =>
    (await post<Played>('/play', { record, ply, moves: [] })).position

/** Those between the first and the last. Fails where WebAssembly is missing or the module does not come. */
export async function between({ first, turns }: Replay): Promise<Position[]> {
  if (!('WebAssembly' in globalThis)) throw new Error('no WebAssembly')
  const { Engine } = await import('../engine/engine')
  const engine = await Engine.load()
  try {
    engine.open(first)
    return turns
      .flatMap(({ moves }) => moves)
      .slice(0, -1)
      .map((move) => {
        engine.play(move)
        return engine.position
      })
  } finally {
    engine.close()
  }
}

/** The position with those hands hidden that are hidden in another one. */
export const asSeenIn = (seen: Position, position: Position): Position => ({
  ...position,
  stock: position.stock.map((hand, seat) => ({ ...hand, ...hiddenIn(seen.stock[seat]) })),
})

const hiddenIn = (hand: Stock = {} as Stock): Partial<Stock> =>
  Object.fromEntries(Object.entries(hand).filter(([, count]) => count === null))
