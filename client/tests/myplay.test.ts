/** What studies say about one seat, and together. */
import { expect, it } from 'vitest'
import type { Moment } from '../src/generated/api'
import { against, lostIn, phaseOf, shared, slipsOf, type Digest } from '../src/myplay/digest'

const even = (ply: number): Moment => ({
  ply,
  played: 'Ge5',
  win: [0.5, 0.5],
  score: [50, 50],
  best: [],
  loss: 0,
  why: null,
})
const missed = (ply: number, score: number[], themes: string[]): Moment => ({
  ...even(ply),
  mark: '?',
  best: [{ move: 'Re5', win: [0.9, 0.1], score, line: [] }],
  themes,
})
const placements = [null, 0, 1, 1, 0, 0, 1].map((seat) => ({ seat }))

it('a seat’s mistakes, with what they cost of its lead', () => {
  const moments = [
    missed(0, [58, 50], ['claim']),
    missed(1, [50, 60], ['tea']),
    even(2),
    missed(3, [52, 49], []),
    even(4),
  ]
  expect(slipsOf(placements, moments, 0)).toEqual([
    { ply: 0, points: 8, themes: ['claim'] },
    { ply: 3, points: 3, themes: [] },
  ])
  expect(slipsOf(placements, moments, 1)).toEqual([{ ply: 1, points: 10, themes: ['tea'] }])
})

const digest = (others: string[], ...slips: [number, number, ...string[]][]): Digest => ({
  game: 'x',
  user: null,
  when: 0,
  others,
  plies: 90,
  slips: slips.map(([ply, points, ...themes]) => ({ ply, points, themes })),
})

it('adds them up by name, the dearest first', () => {
  const games = [
    digest(['Ada'], [5, 4, 'claim'], [80, 10, 'tea', 'claim']),
    digest(['Ada', 'Ben'], [45, 1, 'tower']),
  ]
  expect(shared(games, ({ themes }) => themes)).toEqual([
    ['claim', { points: 14, count: 2 }],
    ['tea', { points: 10, count: 1 }],
    ['tower', { points: 1, count: 1 }],
  ])
  expect(games.flatMap((game) => game.slips.map((slip) => phaseOf(slip, game)))).toEqual([
    'opening',
    'end',
    'middle',
  ])
  expect(games.map(lostIn)).toEqual([14, 1])
  expect(against(games)).toEqual([
    ['Ada', { points: 7.5, count: 2 }],
    ['Ben', { points: 1, count: 1 }],
  ])
})
