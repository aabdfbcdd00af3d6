import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ChatMessage, Snapshot, TableEvent, Update } from '../src/generated/api'
import { fold, follows, type TableState } from '../src/table/fold'
import type { Position } from '../src/table/position'

function snapshot(by: Partial<Snapshot> = {}): Snapshot {
  return {
    type: 'snapshot',
    seq: 10,
    n: 20,
    table: 't1',
    rules_version: 1,
    phase: 'open',
    options: { players: 2 },
    host: 'ada',
    people: { ada: { name: 'Ada' } },
    you: 'ada',
    your_seat: 0,
    seats: [{ user: 'ada', status: 'here' }, { status: 'free' }],
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
  return { type: 'update', seq, n: seq + 10, now: 0, events: numbered, ...by } as Update
}

const position = (): Position =>
  ({
    players: 2,
    cells: { c3: 'M' },
    palaces: [],
    scores: [0, 0],
    stock: [],
  }) as unknown as Position

const playing = (): TableState =>
  snapshot({
    phase: 'playing',
    seats: [
      { user: 'ada', status: 'here' },
      { bot: 'random', status: 'here' },
    ],
    position: position(),
    acting: 0,
    moves: ['Ge5'],
  })

const WIRE = '../tests/data/wire'
const sample = (name: string): unknown => JSON.parse(readFileSync(`${WIRE}/${name}.json`, 'utf8'))

interface Triple {
  snapshot: Snapshot
  update: Update | ChatMessage
  result: Snapshot
}

describe('an update', () => {
  it.each(readdirSync(`${WIRE}/updates`))('leads to the next snapshot: %s', (name) => {
    const { snapshot, update, result } = sample(`updates/${name.replace('.json', '')}`) as Triple
    const before = structuredClone(snapshot)
    expect(fold(snapshot, update)).toEqual(result)
    expect(snapshot).toEqual(before)
  })

  it('replaces a field by null', () => {
    const state = fold(playing(), update(11, [{ type: 'closed' }], { acting: null, position: null }))
    expect(state).toMatchObject({ acting: null, position: null })
  })
})

describe('the table', () => {
  it('is what the server says it is now', () => {
    const before = sample('snapshot-open') as Snapshot
    const state = fold(before, sample('update-sat') as Update)
    expect(before.your_seat).toBeNull()
    expect(state).toMatchObject({ seq: 2, your_seat: 0, host: 'anna1', phase: 'open', type: 'snapshot' })
    expect(state.seats.map((seat) => seat.user)).toEqual(['anna1', undefined, undefined])
    expect(state.people).toEqual({ anna1: { name: 'Anna', account: true } })
    expect(Object.keys(state).sort()).toEqual(Object.keys(before).sort())
  })

  it('keeps what an update does not speak of', () => {
    const before = playing()
    const state = fold(before, update(11, [{ type: 'auto_confirm_set', seat: 0, on: true }], { seats: [] }))
    expect(state).toEqual({ ...before, seq: 11, n: 21, seats: [], events: state.events })
    expect(state.turns).toBe(before.turns)
    expect(state.chat).toBe(before.chat)
    expect(state.people).toBe(before.people)
    expect(state.position).toBe(before.position)
  })

  it('changes at the start and at the end of a game', () => {
    const started = fold(
      snapshot(),
      update(11, [{ type: 'started', order: [1, 0] }], {
        phase: 'playing',
        seats: [{ bot: 'random' }, { user: 'ada' }],
        your_seat: 1,
        position: position(),
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
    let state: TableState = snapshot()
    const said = (n: number, text: string): ChatMessage => ({
      type: 'chat',
      lines: [{ n, room: 'players', user: 'bea', at: 0, text }],
      people: { bea: { name: 'Bea' } },
    })
    for (let n = 11; n <= 213; n++) state = fold(state, said(n, `<b>${n}</b>`))
    expect(state.people).toEqual({ ada: { name: 'Ada' }, bea: { name: 'Bea' } })
    expect(state.chat.length).toBe(200)
    expect(state.chat.map((line) => line.text).at(0)).toBe('<b>14</b>')
    expect(state.chat.map((line) => line.text).at(-1)).toBe('<b>213</b>')
    state = fold(state, said(212, '—'))
    expect(state.chat.slice(-2).map(({ text }) => text)).toEqual(['—', '<b>213</b>'])
    expect(state.chat.length).toBe(200)
  })
})

describe('numbers', () => {
  it('show when something is missing', () => {
    expect(follows(playing(), update(11, [{ type: 'turn_played', seat: 0, moves: ['Ge5'] }]))).toBe(true)
    expect(follows(playing(), update(13, [{ type: 'turn_played', seat: 0, moves: ['Ge5'] }]))).toBe(false)
  })
})
