import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Snapshot, TableEvent, Update } from '../src/generated/api'
import { fold, follows, type TableState } from '../src/table/fold'
import { patched, type Position, type Stock } from '../src/table/position'

const person = (user: string) => ({ user, name: user.toUpperCase() })

function snapshot(by: Partial<Snapshot> = {}): Snapshot {
  return {
    type: 'snapshot',
    seq: 10,
    table: 't1',
    rules_version: 1,
    phase: 'open',
    options: { players: 2 },
    host: 'ada',
    you: 'ada',
    your_seat: 0,
    seats: [{ person: person('ada'), status: 'here' }, { status: 'free' }],
    position: null,
    acting: null,
    draft: null,
    moves: [],
    turns: [],
    clocks: null,
    result: null,
    rematch: null,
    chat: [],
    events: [],
    online: [0],
    watchers: 0,
    now: 0,
    ...by,
  } as Snapshot
}

function update(seq: number, events: object[], by: Partial<Update> = {}): Update {
  const numbered = events.map(
    (event, i) => ({ seq: seq - events.length + 1 + i, at: 0, ...event }) as TableEvent,
  )
  return { type: 'update', seq, now: 0, events: numbered, ...by } as Update
}

const position = (): Position =>
  ({
    players: 2,
    cells: { c3: 'M' },
    palaces: [],
    scores: [0, 0],
    stock: [],
  }) as unknown as Position

const stock = (...greys: (number | null)[]): Stock[] => greys.map((G) => ({ G }) as Stock)

const playing = (): TableState =>
  snapshot({
    phase: 'playing',
    seats: [
      { person: person('ada'), status: 'here' },
      { bot: 'random', status: 'here' },
    ],
    position: position(),
    acting: 0,
    moves: ['Ge5'],
  })

const sample = (name: string): unknown => JSON.parse(readFileSync(`../tests/data/wire/${name}.json`, 'utf8'))

describe('the table', () => {
  it('is what the server says it is now', () => {
    const before = sample('snapshot-open') as Snapshot
    const state = fold(before, sample('update-sat') as Update)
    expect(before.your_seat).toBeNull()
    expect(state).toMatchObject({ seq: 2, your_seat: 0, host: 'anna1', phase: 'open', type: 'snapshot' })
    expect(state.seats.map((seat) => seat.person?.name)).toEqual(['Anna', undefined, undefined])
    expect(Object.keys(state).sort()).toEqual(Object.keys(before).sort())
  })

  it('keeps what an update does not speak of', () => {
    const before = playing()
    const state = fold(before, update(11, [{ type: 'auto_confirm_set', seat: 0, on: true }], { seats: [] }))
    expect(state).toEqual({ ...before, seq: 11, seats: [] })
    expect(state.turns).toBe(before.turns)
  })

  it('changes at the start and at the end of a game', () => {
    const started = fold(
      snapshot(),
      update(11, [{ type: 'started', order: [1, 0] }], {
        phase: 'playing',
        seats: [{ bot: 'random' }, { person: person('ada') }],
        your_seat: 1,
        set: [[[], position()]],
        acting: 0,
        turns: [[0, ['Ge4']]],
      }),
    )
    expect(started).toMatchObject({ phase: 'playing', your_seat: 1, moves: [], turns: [[0, ['Ge4']]] })
    expect(started.position?.cells).toEqual({ c3: 'M' })
    const result = { reason: 'finished' as const, scores: [3, 5], places: [2, 1] }
    const over = fold(
      started,
      update(12, [{ type: 'ended', ...result }], { phase: 'over', result, acting: null }),
    )
    expect(over).toMatchObject({ phase: 'over', result, moves: [], acting: null })
  })

  it('hears what people say', () => {
    const said = { type: 'said', person: person('bea'), text: '<b>hi</b>' }
    const state = fold(fold(snapshot(), update(11, [said])), update(12, [said]))
    expect(state.chat.map((line) => line.text)).toEqual(['<b>hi</b>', '<b>hi</b>'])
  })
})

describe('a turn', () => {
  it('is drafted, taken back and confirmed', () => {
    let state = fold(
      playing(),
      update(11, [{ type: 'placed', seat: 0, move: 'Ge5' }], {
        set: [[['cells', 'e5'], 'G']],
        acting: 0,
        draft: { seat: 0, moves: ['Ge5'], complete: false },
        moves: ['Ge6'],
        stock: stock(7, null),
      }),
    )
    expect(state.position?.cells['e5']).toBe('G')
    expect(state.position?.stock[0]?.G).toBe(7)
    expect(state.moves).toEqual(['Ge6'])
    state = fold(
      state,
      update(12, [{ type: 'taken_back', seat: 0 }], {
        cut: [['cells', 'e5']],
        acting: 0,
        draft: null,
        moves: ['Ge5'],
      }),
    )
    expect(state.position?.cells['e5']).toBeUndefined()
    expect(state.turns).toEqual([])
    state = fold(
      state,
      update(
        14,
        [
          { type: 'placed', seat: 0, move: 'Gf5' },
          { type: 'confirmed', seat: 0 },
        ],
        { acting: 1, draft: null, turns: [[0, ['Gf5']]] },
      ),
    )
    expect(state.turns).toEqual([[0, ['Gf5']]])
    expect(state.moves).toEqual([])
    expect(state.draft).toBeNull()
  })

  it('of somebody else leaves nothing to choose', () => {
    const state = fold(playing(), update(11, [{ type: 'confirmed', seat: 0 }], { acting: 1, draft: null }))
    expect(state.moves).toEqual([])
  })
})

describe('numbers', () => {
  it('show when something is missing', () => {
    expect(follows(playing(), update(11, [{ type: 'confirmed', seat: 0 }]))).toBe(true)
    expect(follows(playing(), update(13, [{ type: 'confirmed', seat: 0 }]))).toBe(false)
  })
})

describe('patches', () => {
  it('leave the old position as it was', () => {
    const before = position()
    const after = patched(before, {
      set: [
        [['cells', 'd3'], 'M'],
        [['palaces', 0], { colour: 'G' }],
      ],
    })
    expect(before.cells).toEqual({ c3: 'M' })
    expect(after?.cells).toEqual({ c3: 'M', d3: 'M' })
    expect(after?.palaces).toEqual([{ colour: 'G' }])
  })

  it('shorten lists and remove keys before they set', () => {
    const before = { ...position(), palaces: [1, 2, 3] } as unknown as Position
    const after = patched(before, {
      cut: [
        ['palaces', 1],
        ['cells', 'c3'],
      ],
      set: [[['palaces', 1], 9]],
    })
    expect(after?.palaces).toEqual([1, 9])
    expect(after?.cells).toEqual({})
  })
})
