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
    const seats = [{ user: 'ada', status: 'here' }, { status: 'free' }]
    newest().hear({
      type: 'snapshot',
      seq: 1,
      n: 0,
      now: 0,
      phase: 'open',
      people: { ada: { name: 'Ada' } },
      seats,
      options: {},
      position: null,
      chat: [],
      turns: [],
    })
    const { names } = table
    expect(names).toEqual(['Ada', 'Player 2'])
    newest().hear({ type: 'update', seq: 2, n: 0, now: 0, events: [{ seq: 2, at: 0, type: 'options_set' }] })
    expect(table.names).toBe(names)
    newest().hear({ type: 'update', seq: 2, n: 0, now: 0, events: [], people: { ada: { name: 'Ada L.' } } })
    expect(table.names).toEqual(['Ada L.', 'Player 2'])
    newest().hear({ type: 'update', seq: 2, n: 0, now: 0, events: [], people: { ada: null } })
    expect(table.names).toEqual(['deleted account', 'Player 2'])
  })

  describe('of bots', () => {
    const city = (cells: object, scores: number[]): object => ({
      cells,
      walls: {},
      palaces: [],
      streets: [],
      scores,
    })
    const begin = (clock: object): void =>
      newest().hear({
        type: 'snapshot',
        seq: 1,
        n: 1,
        now: 0,
        phase: 'playing',
        your_seat: 0,
        acting: 1,
        paused: null,
        seats: [
          { user: 'ada', status: 'here' },
          { bot: 'greedy', status: 'here' },
          { bot: 'random', status: 'here' },
        ],
        options: { clock },
        people: { ada: { name: 'Ada' } },
        position: city({}, [0, 0, 0]),
        draft: null,
        moves: [],
        chat: [],
        turns: [],
      })
    const play = (seat: number, moves: string[], by: object): void =>
      newest().hear({
        type: 'update',
        seq: seat + 1,
        n: seat + 1,
        now: 0,
        acting: (seat + 1) % 3,
        turns: [[seat, moves]],
        events: [{ seq: seat + 1, at: 0, type: 'turn_played', seat, moves }],
        ...by,
      })
    const both = (): void => {
      play(1, ['Ma1', 'Mc3'], { position: city({ a1: 'M', c3: 'M' }, [0, 1, 0]) })
      play(2, ['Me5', 'Mg7'], {
        position: city({ a1: 'M', c3: 'M', e5: 'M', g7: 'M' }, [0, 1, 2]),
        moves: ['Mi9'],
      })
    }
    const seen = (): string => Object.keys(table.position?.cells ?? {}).join(' ')
    const told = (): string => table.latest?.placed.map(({ seat, move }) => `${seat}${move}`).join(' ') ?? ''

    beforeEach(() => {
      vi.useFakeTimers()
      newest().open()
    })
    afterEach(() => void vi.useRealTimers())

    it('is shown placement by placement', () => {
      begin({ kind: 'none' })
      both()
      expect([seen(), told()]).toEqual(['a1', '1Ma1'])
      expect(table.state).toMatchObject({ n: 1, acting: 1, turns: [], draft: { seat: 1, moves: ['Ma1'] } })
      expect(table.position?.scores).toEqual([0, 0, 0])
      vi.advanceTimersByTime(800)
      expect([seen(), told()]).toEqual(['a1 c3', '1Mc3'])
      expect(table.state).toMatchObject({ n: 2, acting: 2, draft: null, turns: [[1, ['Ma1', 'Mc3']]] })
      expect(table.position?.scores).toEqual([0, 1, 0])
      vi.advanceTimersByTime(800)
      expect([seen(), table.seat]).toEqual(['a1 c3 e5', null])
      vi.advanceTimersByTime(800)
      expect([seen(), table.seat, table.moves]).toEqual(['a1 c3 e5 g7', 0, ['Mi9']])
    })

    it('is there at once for whoever is in a hurry, and all of it is told', () => {
      begin({ kind: 'none' })
      both()
      table.hurry()
      expect([seen(), told()]).toEqual(['a1 c3 e5 g7', '1Mc3 2Me5 2Mg7'])
      expect(table.seat).toBe(0)
      vi.advanceTimersByTime(5000)
      expect([seen(), told()]).toEqual(['a1 c3 e5 g7', '1Mc3 2Me5 2Mg7'])
    })

    it('is there at once when something else happens', () => {
      begin({ kind: 'none' })
      both()
      newest().hear({
        type: 'update',
        seq: 4,
        n: 4,
        now: 0,
        paused: 0,
        events: [{ seq: 4, at: 0, type: 'paused' }],
      })
      expect([seen(), told()]).toEqual(['a1 c3 e5 g7', '1Mc3 2Me5 2Mg7'])
      expect(table.state?.paused).toBe(0)
    })

    it('is there at once while a clock runs, and without motion turn by turn', () => {
      begin({ kind: 'realtime' })
      both()
      expect(seen()).toBe('a1 c3 e5 g7')
      vi.stubGlobal('matchMedia', () => ({ matches: true }))
      vi.advanceTimersByTime(800)
      begin({ kind: 'none' })
      both()
      expect([seen(), told()]).toEqual(['a1 c3', '1Ma1 1Mc3'])
      vi.advanceTimersByTime(800)
      expect([seen(), told()]).toEqual(['a1 c3 e5 g7', '2Me5 2Mg7'])
    })

    it('lets nothing that is said wait, and keeps it', () => {
      begin({ kind: 'none' })
      both()
      const line = { n: 7, room: 'players', user: 'eva', at: 0, text: 'Oh' }
      newest().hear({ type: 'chat', lines: [line], people: { eva: { name: 'Eva' } } })
      newest().hear({ type: 'presence', seats: [0], watchers: 3 })
      expect(seen()).toBe('a1')
      expect(table.state).toMatchObject({ chat: [line], watchers: 3, people: { eva: { name: 'Eva' } } })
      vi.advanceTimersByTime(5000)
      expect(seen()).toBe('a1 c3 e5 g7')
      expect(table.state).toMatchObject({ chat: [line], watchers: 3, people: { eva: { name: 'Eva' } } })
    })
  })
})
