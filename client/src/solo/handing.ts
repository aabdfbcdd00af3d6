/** Finished games of this device that the server is to keep as well. */
import { alone } from '../device/alone'
import type { TableMade } from '../generated/api'
import { post, Refusal } from '../net/http'
import { games, type KeptGame } from './games'

/** Hands a game over. Where the server cannot be reached it waits; what the server does not want is thrown as its refusal. */
export async function handOver(game: KeptGame, record: string): Promise<KeptGame> {
  try {
    const { id } = await post<TableMade>('/archive', { record })
    return await games.update(game, { handed: id, waiting: null })
  } catch (error) {
    const refused = error instanceof Refusal && error.status < 500
    const waits = await games.update(game, { waiting: refused ? null : record })
    if (refused) throw error
    return waits
  }
}

/** There is a network again. */
export const handWaiting = (): Promise<void> =>
  alone('handing', async () => {
    for (const game of await games.all())
      if (game.waiting) await handOver(game, game.waiting).catch(() => undefined)
  })
