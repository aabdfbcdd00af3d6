import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseLanguage } from '../src/i18n/i18n.svelte'
import { Table } from '../src/table/table.svelte'

/** A line that notes what is sent. */
class Line {
  static readonly OPEN = 1
  static lines: Line[] = []
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor() {
    Line.lines.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    this.readyState = 3
  }
  open(): void {
    this.readyState = Line.OPEN
    this.onopen?.()
    flushSync()
  }
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
    flushSync()
  }
  spoken(): unknown[] {
    return this.sent.filter((message) => message['do'] === 'speak').map((message) => message['language'])
  }
}

const newest = (): Line => Line.lines.at(-1) as Line

describe('a table', () => {
  let table: Table

  beforeEach(() => {
    Line.lines = []
    vi.stubGlobal('WebSocket', Line)
    table = new Table('t1')
  })
  afterEach(async () => {
    table.close()
    await chooseLanguage('en')
    vi.unstubAllGlobals()
  })

  it('tells the server the language of the page, and at once when it is another', async () => {
    newest().open()
    await chooseLanguage('de')
    flushSync()
    expect(newest().spoken()).toEqual(['en', 'de'])
  })

  it('tells it again on a new line', async () => {
    newest().open()
    await chooseLanguage('fr')
    flushSync()
    window.dispatchEvent(new Event('online'))
    newest().open()
    expect(Line.lines).toHaveLength(2)
    expect(newest().spoken()).toEqual(['fr'])
  })

  it('does not leave anybody waiting for an answer from a line that is no more', async () => {
    newest().open()
    const asked = table.command({ do: 'start' })
    window.dispatchEvent(new Event('online'))
    await expect(asked).rejects.toThrow()
  })
  it('keeps its list of names until somebody else sits down', () => {
    newest().open()
    const seats = [{ person: { user: 'ada', name: 'Ada' }, status: 'here' }, { status: 'free' }]
    newest().hear({
      type: 'snapshot',
      seq: 1,
      now: 0,
      phase: 'open',
      seats,
      options: {},
      position: null,
      chat: [],
      turns: [],
    })
    const { names } = table
    expect(names).toEqual(['Ada', 'Player 2'])
    newest().hear({ type: 'update', seq: 2, now: 0, events: [{ seq: 2, at: 0, type: 'said' }] })
    expect(table.names).toBe(names)
    newest().hear({
      type: 'update',
      seq: 3,
      now: 0,
      events: [{ seq: 3, at: 0, type: 'sat' }],
      seats: seats.slice(0, 1),
    })
    expect(table.names).toEqual(['Ada'])
  })

  it('shows what bots place one after the other, unless a clock runs or somebody is in a hurry', () => {
    vi.useFakeTimers()
    newest().open()
    const begin = (clock: object): void =>
      newest().hear({
        type: 'snapshot',
        seq: 1,
        now: 0,
        phase: 'playing',
        seats: [
          { person: { user: 'ada', name: 'Ada' }, status: 'here' },
          { bot: 'greedy', status: 'here' },
        ],
        options: { clock },
        position: null,
        chat: [],
        turns: [],
      })
    const place = (seq: number): void =>
      newest().hear({ type: 'update', seq, now: 0, events: [{ seq, at: 0, type: 'placed', seat: 1 }] })
    begin({ kind: 'none' })
    for (const seq of [2, 3, 4]) place(seq)
    expect(table.seq).toBe(2)
    vi.advanceTimersByTime(800)
    expect(table.seq).toBe(3)
    table.hurry()
    expect(table.seq).toBe(4)
    begin({ kind: 'realtime' })
    for (const seq of [2, 3]) place(seq)
    expect(table.seq).toBe(3)
    vi.useRealTimers()
  })
})
