/** The guide of the first game: which thing to explain next. Pure; the words are in the catalogue. */
import type { Piece } from '../board/api'

export const TOPICS = [
  'building',
  'merchant',
  'wall',
  'stable',
  'more',
  'well',
  'roof',
  'tiles',
  'tea',
  'neutral',
  'rival',
  'stay',
  'end',
  'gate',
  'free',
] as const
export type Topic = (typeof TOPICS)[number]

const BUILDINGS: Piece[] = ['O', 'B', 'G', 'P']

/** The pieces a topic is about; any of them finishes it. What is about none is told once. */
export const PIECES_OF: Partial<Record<Topic, Piece[]>> = {
  building: BUILDINGS,
  merchant: ['M'],
  wall: ['W'],
  stable: ['S'],
  more: BUILDINGS,
  roof: ['R'],
  neutral: ['N'],
  rival: ['S'],
}

/** How many pieces a topic needs to be finished, where one is not enough. */
const TIMES: Partial<Record<Topic, number>> = { more: 3, rival: 2 }

/** Without this switch of the rules there is nothing to tell. */
const SWITCH_OF: Partial<Record<Topic, string>> = { well: 'well', tea: 'tea', neutral: 'neutral_roofs' }

/** What there is to learn in this game. */
export const lesson = (switches: Readonly<Record<string, boolean | string>>): Topic[] =>
  TOPICS.filter((topic) => switches[SWITCH_OF[topic] ?? ''] ?? true)

/** How many of one's own placements the guide has seen of each kind. */
export type Seen = Partial<Record<Piece, number>>

const times = (seen: Seen, pieces: Piece[]): number =>
  pieces.reduce((sum, piece) => sum + (seen[piece] ?? 0), 0)

function done(topic: Topic, seen: Seen): boolean {
  return times(seen, PIECES_OF[topic] ?? []) >= (TIMES[topic] ?? 1)
}

/** What was told while one did something else: it has been heard, and is not said again. */
export function heard(topics: readonly Topic[], moves: readonly string[]): Set<Topic> {
  const told = new Set<Topic>()
  let seen: Seen = {}
  for (const move of moves) {
    const topic = topics.find((each) => !done(each, seen) && !told.has(each))
    seen = count(seen, [move])
    if (topic && !done(topic, seen)) told.add(topic)
  }
  return told
}

/** The first topic not yet done nor heard whose piece can be placed now. */
export function topicNow(
  topics: readonly Topic[],
  seen: Seen,
  told: ReadonlySet<Topic>,
  fits: (piece: Piece) => boolean,
): Topic {
  const can = (topic: Topic): boolean => PIECES_OF[topic]?.some(fits) ?? true
  return topics.find((topic) => !done(topic, seen) && !told.has(topic) && can(topic)) ?? 'free'
}

/** Who takes another piece than the one spoken of hears about that one. */
export function topicOf(piece: Piece, seen: Seen): Topic {
  if (BUILDINGS.includes(piece)) return times(seen, BUILDINGS) ? 'more' : 'building'
  if (piece === 'S' && seen.S) return 'rival'
  return TOPICS.find((topic) => PIECES_OF[topic]?.includes(piece)) ?? 'free'
}

export function count(seen: Seen, moves: readonly string[]): Seen {
  const next = { ...seen }
  for (const move of moves) {
    const piece = move[0] as Piece
    next[piece] = (next[piece] ?? 0) + 1
  }
  return next
}
