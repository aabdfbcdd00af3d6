/** Games that are kept on this device: in its storage, one entry a game. */
import { device } from '../device/memory'
import type { Options, PositionJson } from '../generated/api'
import { currentPosition, unlessLater } from '../table/versions'

export interface KeptGame {
  id: string
  began: number
  changed: number
  options: Options
  /** The bot of every seat; null is the person's own. */
  bots: (string | null)[]
  autoConfirm: boolean
  start: PositionJson
  /** Did somebody set that up? Such a game stays on this device. */
  setUp?: boolean
  moves: string[]
  /** How many of the moves were confirmed; the rest is a turn being put together. */
  confirmed: number
  /** The final scores, as soon as the game is over. */
  scores: number[] | null
  resigned: boolean
  /** The table that the server made of it. */
  handed: string | null
  /** The record that is to be handed to the server when it can be reached. */
  waiting: string | null
}

const PREFIX = 'medina.game.'

/** One of them; the rules of its time are those of its position. */
function stored(name: string): KeptGame | null {
  const game = device.read<KeptGame | null>(name, null)
  return game && unlessLater(() => ({ ...game, start: currentPosition(game.start) }))
}

export const games = {
  /** The one touched last comes first. */
  all: (): KeptGame[] =>
    device
      .names(PREFIX)
      .flatMap((name) => stored(name) ?? [])
      .sort((one, other) => other.changed - one.changed),

  find: (id: string): KeptGame | null => stored(PREFIX + id),

  keep(game: KeptGame): void {
    device.write(PREFIX + game.id, game)
  },

  forget(id: string): void {
    device.forget(PREFIX + id)
  },
}

/** How links call a game of this device where others have a table's number. */
const MARK = 'device-'
export const nameOf = (id: string): string => MARK + id
export const idIn = (table: string): string | null =>
  table.startsWith(MARK) ? table.slice(MARK.length) : null

export const seatOf = (game: KeptGame): number => game.bots.indexOf(null)
export const isOver = (game: KeptGame): boolean => game.scores !== null || game.resigned
