/** What a hand does to a sketch. What is possible is the judge's to say, and is tested with it. */
import { describe, expect, it } from 'vitest'
import {
  blank,
  changed,
  put,
  setGame,
  setRoof,
  setStreet,
  setWall,
  sketchIn,
  usual,
} from '../src/editor/sketch'
import type { Sketch } from '../src/editor/sketch'

const empty = blank({ edition: 'second', players: 2, gates: false, options: usual('second') })
const all = (sketch: Sketch, what: 'G' | 'O' | 'S' | 'M', ...cells: string[]): Sketch =>
  cells.reduce((now, at) => put(now, at, what), sketch)

describe('palaces', () => {
  it('are groups that touch, in the order in which they were begun', () => {
    const { palaces } = all(all(empty, 'O', 'b9', 'b8'), 'G', 'k2', 'k4', 'k3')
    expect(palaces.map(({ colour, buildings }) => [colour, ...buildings].join(' '))).toEqual([
      'O b8 b9',
      'G k2 k3 k4',
    ])
  })
  it('keep one roof when they fall apart, and lose it with their last building', () => {
    const roofed = setRoof(all(empty, 'G', 'k2', 'k3', 'k4'), 0, 1)
    const apart = put(roofed, 'k3', null)
    expect(apart.palaces.map(({ roof }) => roof).sort()).toEqual([1, null].sort())
    expect(put(put(apart, 'k2', null), 'k4', null).palaces).toEqual([])
  })
  it('take the stables that touch them, or are nearest', () => {
    const { palaces } = all(all(all(empty, 'G', 'k2'), 'O', 'b9'), 'S', 'l2', 'd9')
    expect(palaces.map(({ stables }) => stables)).toEqual([['l2'], ['d9']])
  })
})

describe('streets', () => {
  it('grow at the end that is touched, are written from their first end, and fall apart', () => {
    const street = all(empty, 'M', 'b3', 'b2', 'd3')
    expect(street.streets).toEqual([['b2', 'b3', 'c3', 'd3']])
    expect(put(street, 'b3', null).streets).toEqual([['b2'], ['c3', 'd3']])
  })
  it('begin anew, and go on through gates', () => {
    const gates = setWall(setWall({ ...empty, gates: true }, 'Nc', 'gate'), 'Sd', 'gate')
    const there = setStreet(gates, 0, ['c10'])
    const through = put(there, 'd1', 'M', { street: 0, end: 'c10' })
    expect([through.streets, through.used_gates]).toEqual([[['d1', 'c10']], ['Nc', 'Sd']])
    expect(put(there, 'c9', 'M', 'new').streets).toEqual([['c10'], ['c9']])
  })
})

describe('hands', () => {
  const full = { G: 4, O: 3, W: 2 }
  const known: Sketch = { ...empty, stock: [full, full], scores: [1, 2] }
  it('are unknown again where a piece of a kind came or went', () => {
    const now = put(known, 'k2', 'G')
    expect(now.stock[0]).toEqual({ G: null, O: 3, W: 2 })
    expect(now.scores).toBeUndefined()
  })
  it('stay as they are while somebody else’s is open', () => {
    const some: Sketch = { ...empty, stock: [full, {}] }
    expect(put(some, 'k2', 'G').stock).toEqual([full, {}])
  })
})

it('another game keeps what it has room for', () => {
  const large = setGame(setRoof(all(empty, 'G', 'k2'), 0, 1), { ...empty, players: 4 })
  const city = setWall(put(put(large, 'p11', 'O'), 'm2', 'B'), 'E11', 'wall')
  const small = setGame(setRoof(city, 2, 3), { ...city, players: 2 })
  expect(Object.keys(small.cells).sort()).toEqual(['c3', 'f6', 'k2', 'm2'])
  expect([small.walls, small.palaces.map(({ roof }) => roof), small.stock.length]).toEqual([{}, [1, null], 2])
})

it('over and founding follow from the turn and the market', () => {
  expect(changed(empty, { turn: null }).phase).toBe('over')
  const first = blank({ edition: 'first', players: 3, gates: false, options: usual('first') })
  expect([first.phase, put(first, 'e5', 'M').phase]).toEqual(['founding', 'play'])
})

it('reads what can be drawn', () => {
  const text = JSON.stringify(setRoof(all(empty, 'G', 'k2'), 0, 1))
  expect(sketchIn(text)).toEqual(JSON.parse(text))
  expect(sketchIn('{"edition":"second","players":2,"cells":{"b2":"G"}}')?.palaces).toHaveLength(1)
  for (const wrong of ['', '5', '{}', text.replace('"k2"', '"z9"'), text.replace('"second"', '"third"')])
    expect(sketchIn(wrong)).toBeNull()
})
