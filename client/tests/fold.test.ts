import { describe, expect, it } from 'vitest'
import type { Snapshot, TableEvent, Update } from '../src/generated/api'
import { fold, follows, fromSnapshot, type TableState } from '../src/table/fold'
import { patched, type Position } from '../src/table/position'

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
    stock: [{ G: 8 }, { G: null }],
  }) as unknown as Position

const playing = (): TableState =>
  fromSnapshot(
    snapshot({
      phase: 'playing',
      seats: [
        { person: person('ada'), status: 'here' },
        { bot: 'random', status: 'here' },
      ],
      position: position() as unknown as Record<string, unknown>,
      acting: 0,
      moves: ['Ge5'],
    }),
  )

describe('people', () => {
  it('sit down, change places, leave and come back', () => {
    let state = fromSnapshot(snapshot())
    state = fold(state, update(11, [{ type: 'sat', seat: 1, person: person('bea') }]))
    expect(state.seats[1]?.person?.name).toBe('BEA')
    state = fold(state, update(12, [{ type: 'swapped', seat: 0, other: 1 }]))
    expect(state.yourSeat).toBe(1)
    state = fold(state, update(13, [{ type: 'seat_freed', seat: 0 }]))
    expect(state.seats[0]?.status).toBe('free')
    state = fold(
      state,
      update(
        14,
        [
          { type: 'left', seat: 1 },
          { type: 'replaced', seat: 1, bot: 'greedy' },
        ].slice(0, 1),
      ),
    )
    expect(state.seats[1]?.status).toBe('left')
    state = fold(state, update(15, [{ type: 'came_back', seat: 1 }]))
    expect(state.seats[1]).toMatchObject({ status: 'here', bot: null })
  })

  it('get new numbers when the game starts', () => {
    const seats = [
      { person: person('ada'), status: 'here' as const },
      { bot: 'random', status: 'here' as const },
    ]
    const started = fold(
      fromSnapshot(snapshot({ seats })),
      update(11, [{ type: 'started', order: [1, 0] }], { set: [[[], position()]], acting: 0, moves: [] }),
    )
    expect(started.phase).toBe('playing')
    expect(started.yourSeat).toBe(1)
    expect(started.seats[0]?.bot).toBe('random')
    expect(started.position?.cells).toEqual({ c3: 'M' })
  })

  it('get or lose seats with the number of players', () => {
    const state = fold(
      fromSnapshot(snapshot()),
      update(11, [{ type: 'options_set', options: { players: 4 } }]),
    )
    expect(state.seats.map((seat) => seat.status)).toEqual(['here', 'free', 'free', 'free'])
  })

  it('talk', () => {
    const state = fold(
      fromSnapshot(snapshot()),
      update(11, [{ type: 'said', person: person('bea'), text: '<b>hi</b>' }]),
    )
    expect(state.chat.map((line) => line.text)).toEqual(['<b>hi</b>'])
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
        stock: [{ G: 7 }, { G: null }],
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
        { acting: 1 },
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

  it('that ends the game closes it', () => {
    const ended = { type: 'ended', reason: 'finished', scores: [3, 5], places: [2, 1] }
    const state = fold(playing(), update(11, [ended], { acting: null }))
    expect(state.phase).toBe('over')
    expect(state.result).toMatchObject({ scores: [3, 5], places: [2, 1] })
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
