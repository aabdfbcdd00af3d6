import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PositionJson, PuzzleShard } from '../src/generated/api'
import { unpacked, type Entry } from '../src/puzzles/book'
import { dailyOf, nextFor, streakLevel } from '../src/puzzles/choosing'
import { has } from '../src/puzzles/desk.svelte'
import { after, GUESS, NEWCOMER } from '../src/puzzles/levels'

const source = (...path: string[]): string =>
  readFileSync(join(import.meta.dirname, '../../src/medina', ...path), 'utf8')

interface Written {
  id: string
  position: PositionJson
}
const written = source('puzzles', 'shipped.jsonl')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Written)

describe('what is packed', () => {
  it('is unpacked to the positions that were written', () => {
    const shards = Math.ceil(written.length / 50)
    const packed = Array.from({ length: shards }, (_, shard) =>
      JSON.parse(source('server', 'shipped_puzzles', `${shard}.json`)),
    ).flatMap(({ puzzles }: PuzzleShard) => puzzles)
    expect(packed.map(unpacked).map(({ id, position }) => ({ id, position }))).toEqual(
      written.map(({ id, position }) => ({ id, position })),
    )
  })
})

describe('levels', () => {
  const samples = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../tests/data/puzzles/levels.json'), 'utf8'),
  ) as {
    newcomer: [number, number]
    guess: number
    tries: [number, number, number, boolean, number, number][]
  }

  it('begin where the server begins', () => {
    expect(NEWCOMER.level).toBeCloseTo(samples.newcomer[0])
    expect(NEWCOMER.deviation).toBeCloseTo(samples.newcomer[1])
    expect(GUESS).toBeCloseTo(samples.guess)
  })

  it('change as the server changes them', () => {
    for (const [level, deviation, puzzle, solved, then, sure] of samples.tries) {
      const found = after({ level, deviation }, { level: puzzle, deviation: samples.guess }, solved)
      expect(found.level).toBeCloseTo(then, 6)
      expect(found.deviation).toBeCloseTo(sure, 6)
    }
  })
})

const entry = (id: string, level: number): Entry => ({
  id,
  level,
  themes: [],
  kind: 'second2',
  steps: 1,
  own: false,
  shard: 0,
})

describe('choosing', () => {
  const entries = Array.from({ length: 40 }, (_, n) => entry(`p${n}`, 1000 + 25 * n))

  it('takes one near that was not tried', () => {
    const tried = (id: string): boolean => Number(id.slice(1)) % 2 === 0
    for (const chance of [0, 0.5, 0.99]) {
      const found = nextFor(entries, 1500, tried, null, () => chance)!
      expect(Math.abs(found.level - 1500)).toBeLessThanOrEqual(225)
      expect(tried(found.id)).toBe(false)
    }
  })

  it('goes on when all were tried, with another than the last', () => {
    expect(
      nextFor(
        entries.slice(0, 2),
        1500,
        () => true,
        'p0',
        () => 0,
      )?.id,
    ).toBe('p1')
    expect(
      nextFor(
        entries.slice(0, 1),
        1500,
        () => true,
        'p0',
        () => 0,
      )?.id,
    ).toBe('p0')
    expect(nextFor([], 1500, () => false, null)).toBeNull()
  })

  it('has a puzzle of the day that follows from the date, whatever the order', () => {
    const days = Array.from({ length: 60 }, (_, n) => `2026-11-${n}`)
    const found = days.map((day) => dailyOf(entries, day)?.id)
    expect(days.map((day) => dailyOf([...entries].reverse(), day)?.id)).toEqual(found)
    expect(new Set(found).size).toBeGreaterThan(25)
    const more = days.map((day) => dailyOf([...entries, entry('new', 1)], day)?.id)
    expect(more.filter((id, day) => id !== found[day] && id !== 'new')).toEqual([])
  })

  it('makes a streak harder with every puzzle', () => {
    expect(streakLevel(1500, 5)).toBeGreaterThan(streakLevel(1500, 4))
  })
})

describe('the key of a turn', () => {
  const before = written[0]!.position
  const palace = before.palaces.find(({ roof, buildings }) => roof === null && buildings.length > 1)!
  const [first, second] = palace.buildings as [string, string]

  it('may come in any order', () => {
    expect(has(['Ga1', 'Mb2'], ['Mb2', 'Ga1'], [before, before])).toBe(true)
    expect(has(['Ga1'], ['Mb2', 'Ga1'], [before, before])).toBe(true)
    expect(has(['Ga1', 'Mb2'], ['Mb2', 'Gc1'], [before, before])).toBe(false)
  })

  it('is a roof on its palace, by whichever cell that is called', () => {
    expect(has([`R${first}`], [`R${second}`], [before])).toBe(true)
    expect(has([`R${first}`], [`N${first}`], [before])).toBe(false)
    expect(has([`R${first}`], ['Rz9'], [before])).toBe(false)
  })
})
