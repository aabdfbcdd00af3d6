import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Snapshot, TableEvent, Update } from '../src/generated/api'
import { fold, type TableState } from '../src/table/fold'
import type { Position } from '../src/table/position'
import { newsOf, stagesOf, together } from '../src/table/stages'

const position = (by: Partial<Position> = {}): Position =>
  ({ cells: {}, walls: {}, palaces: [], streets: [], scores: [0, 0], ...by }) as unknown as Position

const table = (by: Partial<Snapshot> = {}): TableState =>
  ({
    seq: 1,
    n: 1,
    acting: 1,
    draft: null,
    moves: ['Ge5'],
    turns: [],
    position: position(),
    ...by,
  }) as TableState

const draft = (...moves: string[]) => ({ seat: 1, moves, complete: false })

const update = (events: object[], by: Partial<Update> = {}): Update =>
  ({ type: 'update', seq: 2, n: 2, now: 0, events: events as TableEvent[], ...by }) as Update

const turn = (...moves: string[]): object => ({ type: 'turn_played', seat: 1, moves })

function news(before: TableState, message: Update) {
  const { placed, takenBack } = newsOf(before, message, fold(before, message))
  return { placed: placed.map(({ move }) => move).join(' '), takenBack }
}

describe('what is told of an update', () => {
  it('is what was drafted, and what was taken back', () => {
    expect(news(table(), update([], { draft: draft('Ge5') }))).toEqual({ placed: 'Ge5', takenBack: null })
    const drafting = table({ draft: draft('Ge5') })
    expect(news(drafting, update([], { draft: draft('Ge5', 'Ma1') }))).toEqual({
      placed: 'Ma1',
      takenBack: null,
    })
    expect(news(drafting, update([], { draft: null }))).toEqual({ placed: '', takenBack: 1 })
  })

  it('is what of a turn was not drafted before', () => {
    expect(news(table(), update([turn('Ge5', 'Ma1')]))).toEqual({ placed: 'Ge5 Ma1', takenBack: null })
    const drafting = table({ draft: draft('Ge5') })
    const confirmed = update([turn('Ge5', 'Ma1')], { draft: null })
    expect(news(drafting, confirmed)).toEqual({ placed: 'Ma1', takenBack: null })
    expect(news(table({ draft: draft('Ge5', 'Ma1') }), confirmed)).toEqual({ placed: '', takenBack: null })
  })

  it('is not that somebody took back what the end of the game dropped', () => {
    const ended = update([{ type: 'ended', reason: 'resigned' }], { draft: null })
    expect(news(table({ draft: draft('Ge5') }), ended)).toEqual({ placed: '', takenBack: null })
  })

  it('is nothing of a rename', () => {
    const renamed = update([], { people: { ada: { name: 'Ada' } } })
    expect(news(table({ draft: draft('Ge5') }), renamed)).toEqual({ placed: '', takenBack: null })
  })
})

describe('a turn of several placements', () => {
  const palace = (buildings: string[], roof: number | null = null, stables: string[] = []) => ({
    colour: 'G' as const,
    buildings,
    stables,
    roof,
  })
  /** The cities one after the other that a turn leads through. */
  function cities(before: TableState, moves: string[], to: Position): Position[] {
    const message = update([turn(...moves)], { position: to, draft: null, turns: [[1, moves]] })
    const after = fold(before, message)
    const stages = stagesOf(before, after, newsOf(before, message, after))
    expect(stages.at(-1)?.state).toBe(after)
    return stages.map(({ state }) => state.position as Position)
  }

  it('builds and roofs one after the other', () => {
    const before = position({ cells: { c3: 'G' }, palaces: [palace(['c3'])] })
    const to = position({
      cells: { c3: 'G', c4: 'G' },
      palaces: [palace(['c3', 'c4'], 1)],
      scores: [0, 2],
    })
    const [first, last] = cities(table({ position: before }), ['Gc4', 'Rc3'], to)
    expect(first).toEqual({ ...to, palaces: [palace(['c3', 'c4'])], scores: [0, 0] })
    expect(last).toEqual(to)
  })

  it('roofs before it adds a stable, and begins a palace last', () => {
    const before = position({ cells: { c3: 'G' }, palaces: [palace(['c3'])] })
    const to = position({ cells: { c3: 'G', c4: 'S' }, palaces: [palace(['c3'], 1, ['c4'])] })
    const [first] = cities(table({ position: before }), ['Rc3', 'Sc4'], to)
    expect(first).toEqual(position({ cells: { c3: 'G' }, palaces: [palace(['c3'], 1)] }))
    const begun = position({ cells: { c3: 'G' }, walls: { Na: 'wall' }, palaces: [palace(['c3'])] })
    const [wall] = cities(table(), ['WNa', 'Gc3'], begun)
    expect(wall).toEqual(position({ walls: { Na: 'wall' } }))
  })

  it('joins two streets only with the merchant that joins them', () => {
    const before = position({ cells: { a1: 'M', a3: 'M' }, streets: [['a1'], ['a3']] })
    const to = position({
      cells: { a1: 'M', a2: 'M', a3: 'M', a4: 'M' },
      streets: [['a1', 'a2', 'a3', 'a4']],
    })
    const [first] = cities(table({ position: before }), ['Ma4', 'Ma2'], to)
    expect(first?.streets).toEqual([['a1'], ['a3', 'a4']])
  })

  it('goes on from the draft, and tells each placement once', () => {
    const to = position({ cells: { a1: 'M', a2: 'M', a3: 'M' }, streets: [['a1', 'a2', 'a3']] })
    const before = table({
      position: position({ cells: { a1: 'M' }, streets: [['a1']] }),
      draft: draft('Ma1'),
    })
    const message = update([turn('Ma1', 'Ma2', 'Ma3')], { position: to, draft: null })
    const after = fold(before, message)
    const stages = stagesOf(before, after, newsOf(before, message, after))
    expect(stages.map(({ state }) => state.draft?.moves)).toEqual([['Ma1', 'Ma2'], undefined])
    expect(stages.map(({ state }) => state.moves)).toEqual([[], after.moves])
    expect(stages.map(({ news }) => news.placed)).toEqual([
      [{ seat: 1, move: 'Ma2' }],
      [{ seat: 1, move: 'Ma3' }],
    ])
    expect(together(stages.map(({ news }) => news))).toEqual(newsOf(before, message, after))
  })
})

describe('every update of the samples', () => {
  const folder = '../tests/data/wire/updates'
  it.each(readdirSync(folder).filter((name) => !name.startsWith('chat')))('ends as it is: %s', (name) => {
    const { snapshot, update } = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as {
      snapshot: Snapshot
      update: Update
    }
    const after = fold(snapshot, update)
    expect(stagesOf(snapshot, after, newsOf(snapshot, update, after)).at(-1)?.state).toBe(after)
  })
})
