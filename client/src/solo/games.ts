/** Games that are kept on this device. */
import { forgetOld } from '../device/takeover'
import type { KeptGame } from '../device/kept'
import { store } from '../device/store'
import { currentPosition, unlessLater } from '../table/versions'

export type { KeptGame } from '../device/kept'

/** A game with the rules of its time; null where a later version of the site wrote it. */
const readable = (game: KeptGame): KeptGame | null =>
  unlessLater(() => ({ ...game, start: currentPosition(game.start) }))

export const games = {
  /** The one touched last comes first. */
  async all(): Promise<KeptGame[]> {
    const all = await store.read(['games'], (rows) => rows.all('games'))
    return all.flatMap((game) => readable(game) ?? []).sort((one, other) => other.changed - one.changed)
  },

  async find(id: string): Promise<KeptGame | null> {
    const game = await store.read(['games'], (rows) => rows.get('games', id))
    return game ? readable(game) : null
  },

  /**
   * Keep a game as it follows on its revision. If another tab was quicker, nothing is written, and the answer is the game as that tab left
   * it, with `ours` false.
   */
  keep: (game: KeptGame): Promise<{ game: KeptGame; ours: boolean }> =>
    store.change(['games'], async (rows) => {
      const here = await rows.get('games', game.id)
      if (here && here.revision !== game.revision) return { game: readable(here) ?? here, ours: false }
      const next = { ...game, revision: game.revision + 1 }
      await rows.put('games', next)
      return { game: next, ours: true }
    }),

  /** Change what is kept of a game, if it still has the moves of `game`. The answer is the game as it is kept then. */
  update: (game: KeptGame, by: Partial<KeptGame>): Promise<KeptGame> =>
    store.change(['games'], async (rows) => {
      const here = await rows.get('games', game.id)
      if (!here || here.moves.join() !== game.moves.join()) return here ?? game
      const next = { ...here, ...by, revision: here.revision + 1 }
      await rows.put('games', next)
      return next
    }),

  async forget(id: string): Promise<void> {
    await store.change(['games'], (rows) => rows.delete('games', id))
    forgetOld('game', id)
  },
}

/** How links call a game of this device where others have a table's number. */
const MARK = 'device-'
export const nameOf = (id: string): string => MARK + id
export const idIn = (table: string): string | null =>
  table.startsWith(MARK) ? table.slice(MARK.length) : null

export const seatOf = (game: KeptGame): number => game.bots.indexOf(null)
export const isOver = (game: KeptGame): boolean => game.scores !== null || game.resigned
