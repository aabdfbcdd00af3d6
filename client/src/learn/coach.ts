/** The guide of the first game: which thing to explain next. Pure; the words are in the catalogue. */
import type { Piece } from '../board/api'

export const TOPICS = ['building', 'merchant', 'wall', 'stable', 'more', 'roof', 'tiles', 'free'] as const
export type Topic = (typeof TOPICS)[number]

/** The pieces a topic is about; any of them finishes it. */
export const PIECES_OF: Record<Topic, Piece[]> = {
  building: ['O', 'B', 'G', 'P'],
  merchant: ['M'],
  wall: ['W'],
  stable: ['S'],
  more: ['O', 'B', 'G', 'P'],
  roof: ['R'],
  tiles: [],
  free: [],
}

/** How many of one's own placements the guide has seen of each kind. */
export type Seen = Partial<Record<Piece, number>>

const times = (seen: Seen, pieces: Piece[]): number =>
  pieces.reduce((sum, piece) => sum + (seen[piece] ?? 0), 0)

function done(topic: Topic, seen: Seen): boolean {
  if (topic === 'more') return times(seen, PIECES_OF.more) >= 3
  if (topic === 'tiles') return times(seen, ['R']) >= 2
  if (topic === 'free') return false
  return times(seen, PIECES_OF[topic]) >= 1
}

/** The first topic not yet done whose piece can be placed now. */
export function topicNow(seen: Seen, fits: (piece: Piece) => boolean): Topic {
  const open = TOPICS.filter((topic) => !done(topic, seen))
  const can = (topic: Topic): boolean => PIECES_OF[topic].length === 0 || PIECES_OF[topic].some(fits)
  return open.find(can) ?? 'free'
}

export function count(seen: Seen, moves: readonly string[]): Seen {
  const next = { ...seen }
  for (const move of moves) {
    const piece = move[0] as Piece
    next[piece] = (next[piece] ?? 0) + 1
  }
  return next
}
