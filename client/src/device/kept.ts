/** What the store of this device holds: a row a game, a study, a step of the editor, a puzzle, a digest. */
import type { Options, PositionJson, Puzzles, StockJson, TilePalaces } from '../generated/api'

export interface KeptGame {
  id: string
  /** Grows with every change, so that one made for an older state is noticed. */
  revision: number
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

export interface KeptStudy {
  id: string
  record: string
  changed: number
  at: string
  /** Who plays, for the list. */
  names: string[]
  placements: number
}

/** What follows from the rest of a position: a hand never sets it, and the judge of the editor puts it in. */
export const FOLLOWS = ['out', 'tea_left', 'palace_tiles', 'tower_merchants', 'spare_gate', 'scores'] as const
export type Follows = (typeof FOLLOWS)[number]

/** A position that is being put together. Of a hand, what is known of it; of the tiles, whose palace somebody has named. */
export type Sketch = Omit<PositionJson, Follows | 'stock' | 'palace_tile_palaces'> &
  Partial<Pick<PositionJson, Follows>> & {
    stock: Partial<StockJson>[]
    palace_tile_palaces: Partial<TilePalaces>
  }

export interface Slip {
  /** The moment before it. */
  ply: number
  /** How many points of the lead it cost by the end. */
  points: number
  themes: string[]
}

/** All that is kept of a game that was looked through. */
export interface Digest {
  /** As links name it. */
  game: string
  /** Whose it is on the site; null for games on this device. */
  user: string | null
  when: number
  others: string[]
  /** How many placements there were in the game. */
  plies: number
  slips: Slip[]
}

/** A first try at a puzzle; one that was not told the server yet waits. */
export interface Tried {
  puzzle: string
  solved: boolean
  waits: boolean
}

/** How good somebody is at puzzles, and how many were solved in a row. */
export interface PuzzleLevel {
  id: 'level'
  level: number
  deviation: number
  streak: number
  best: number
}

/** The object stores and their rows. */
export interface Kept {
  games: KeptGame
  studies: KeptStudy
  /** The steps of the editor, by their number. */
  sketches: { step: number; sketch: Sketch }
  /** The step that the editor shows. */
  bench: { id: 'bench'; step: number }
  digests: Digest
  tries: Tried
  level: PuzzleLevel
  /** What the site last said about its puzzles. */
  site: { id: 'site'; said: Puzzles }
  /** What was taken over from localStorage: the sum of the text, and the revision of the game it became. */
  taken: { key: string; sum: string; revision: number }
}

export type Name = keyof Kept
export type Key = string | number

/** The field of a row that names it. */
export const KEYS: { readonly [N in Name]: keyof Kept[N] & string } = {
  games: 'id',
  studies: 'id',
  sketches: 'step',
  bench: 'id',
  digests: 'game',
  tries: 'puzzle',
  level: 'id',
  site: 'id',
  taken: 'key',
}
export const NAMES = Object.keys(KEYS) as Name[]
