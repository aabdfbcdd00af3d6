import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Analysis, Moment, ReasonView, Replay } from '../src/generated/api'
import { chooseLanguage, count } from '../src/i18n/i18n.svelte'
import type { PalaceView } from '../src/board/api'
import { Film } from '../src/table/film.svelte'
import { personName } from '../src/table/format'
import type { Position } from '../src/table/position'
import { finePercent, ghostOf } from '../src/analysis/figures'
import { worthsOf } from '../src/analysis/worths'
import { GRADES, mistakesOf, reasonWords, winTop } from '../src/replay/insight'
import { forgetJob, lastJob, nameOf, rememberedJob, rememberJob } from '../src/replay/jobs'
import { POLL_MS, Study } from '../src/replay/study.svelte'

const MOVES = ['Ge5', 'Oh3', 'Sh4', 'Re5']
const POSITION = { scores: [0, 0], turn: 0, palaces: [], stock: [], cells: {} } as unknown as Position
const film = (analysis: string | null = null): Film =>
  new Film(
    {
      tags: {},
      first: POSITION,
      last: POSITION,
      turns: [MOVES.slice(0, 1), MOVES.slice(1, 3), MOVES.slice(3)].map((moves, index) => ({
        seat: index % 2,
        round: 1,
        moves,
        scores: moves.map(() => [0, 0]),
      })),
      over: false,
      record: 'the record',
      sheets: [],
      analysis,
    } as unknown as Replay,
    () => Promise.resolve(POSITION),
  )

const moment = (ply: number, by: Partial<Moment> = {}): Moment => ({
  ply,
  played: MOVES[ply] ?? null,
  win: [0.5, 0.5],
  score: [40, 40],
  best: [{ move: 'Ga1', win: [0.5, 0.5], score: [40, 40], line: ['Ga1'] }],
  loss: null,
  why: null,
  ...by,
})

const LARGE: ReasonView[] = [{ key: 'analysis.bad.leaves_claim', args: { colour: 'G', size: 8, seat: 1 } }]
const FINE: ReasonView[] = [
  { key: 'analysis.good.tile', args: { colour: 'G', points: 1 } },
  { key: 'analysis.good.prepares_points', args: { move: 'Se4', points: 2.5 } },
]

describe('what an analysis says', () => {
  it('speaks of people by name, of pieces in words, in the language of the page, and counts as it does', async () => {
    const said = (reasons: ReasonView[]): string => reasonWords(reasons, ['Ada', 'Ben'], POSITION)
    expect(said(LARGE)).toBe('leaves the grey palace, 8 cells, to Ben')
    expect(said(FINE)).toBe(
      'wins the grey palace tile (1 point) and prepares what comes next: stable on e4, for 2.5 points',
    )
    await chooseLanguage('fr')
    expect(said(LARGE)).toBe('laisse le palais gris (8 cases) à Ben')
    expect(said([{ key: 'analysis.bad.costs', args: { points: 1.5 } }])).toBe(
      "coûte environ 1,5 point d'ici la fin",
    )
    expect(personName('Guest x-_4')).toBe('Invité x-_4')
    expect(count('player.score', 0)).toBe('0 point')
    await chooseLanguage('en')
    expect(count('player.score', 0)).toBe('0 points')
    expect([personName('Gast 12ab'), personName('Guest of honour')]).toEqual([
      'Guest 12ab',
      'Guest of honour',
    ])
  })

  it('tells a roof that was missed again and again once, where it cost most', () => {
    const palace = { colour: 'G', buildings: ['e5'], stables: [], roof: null } as PalaceView
    const roof = [{ move: 'Re5', win: [0.5, 0.5], score: [40, 40], line: ['Re5'] }]
    const end = { ...POSITION, palaces: [palace] } as Position
    const moments = [
      moment(0, { loss: 0.1, mark: '?', best: roof }),
      moment(1, { loss: 0.2, mark: '??', best: roof }),
      moment(3, { loss: 0.3, mark: '??', best: roof }),
    ]
    const found = mistakesOf(moments, film().placements, end)
    expect(found.map(({ ply, again }) => [ply, again])).toEqual([
      [3, [0]],
      [1, []],
    ])
  })

  it('keeps two palaces of one colour apart, also while they grow', () => {
    const palaces = [['d5', 'e5'], ['j2']].map((buildings) => ({
      colour: 'G',
      buildings,
      stables: [],
      roof: null,
    }))
    const end = { ...POSITION, palaces } as unknown as Position
    const roofOn = (at: string) => [{ move: `R${at}`, win: [0.5, 0.5], score: [40, 40], line: [] }]
    const moments = [
      moment(0, { loss: 0.3, mark: '??', best: roofOn('e5') }),
      moment(3, { loss: 0.1, mark: '?', best: roofOn('d5') }),
    ]
    const others = [moments[0]!, moment(3, { loss: 0.1, mark: '?', best: roofOn('j2') })]
    const found = (told: Moment[]) =>
      mistakesOf(told, film().placements, end).map(({ ply, again }) => [ply, again])
    expect(found(moments)).toEqual([[0, [3]]])
    expect(found(others)).toEqual([
      [0, []],
      [3, []],
    ])
  })

  it('names the biggest mistakes first, with who made them and what was better', () => {
    const moments = [
      moment(0, { loss: 0.06, mark: '?!', faults: [] }),
      moment(1, { loss: 0.3, mark: '??', faults: LARGE, merits: FINE }),
      moment(2, { loss: 0.5 }),
      moment(3, { loss: 0.06, mark: '?!', faults: [] }),
      moment(4),
    ]
    const found = mistakesOf(moments, film().placements, POSITION)
    expect(found.map(({ ply, seat }) => [ply, seat])).toEqual([
      [1, 1],
      [0, 0],
      [3, 0],
    ])
    expect(found[0]).toMatchObject({
      played: 'Oh3',
      better: 'Ga1',
      mark: '??',
      faults: LARGE,
      merits: FINE,
    })
  })

  it('draws chances as high as they get', () => {
    expect(winTop([[0.2, 0.3, 0.3, 0.2]])).toBe(0.5)
    expect(
      winTop([
        [0.5, 0.5],
        [0.6, 0.4],
      ]),
    ).toBe(0.75)
    expect(winTop([[1, 0]])).toBe(1)
  })

  it('grades them as the server marks them', () => {
    const marks = [moment(0, { mark: '?!' }), moment(1, { mark: '??' }), moment(2, { mark: '?' })]
    const found = mistakesOf(marks, film().placements, POSITION)
    expect(found.map(({ mark }) => GRADES[mark])).toEqual(['inaccuracy', 'blunder', 'mistake'])
  })

  it('maps the best that every cell promises whoever is to place', () => {
    const glance = (move: string, first: number) => ({ move, win: [first, 1 - first], score: [40, 40] })
    const map = [glance('Mc3', 0.5), glance('Mc3/Nb', 0.25), glance('Md4', 0.75), glance('Me5', 0.55)]
    expect([...worthsOf(map, 0)]).toEqual([
      ['d4', { share: 1, text: '75.0' }],
      ['e5', { share: expect.closeTo(0.2), text: '55.0' }],
      ['c3', { share: 0, text: '50.0' }],
    ])
    expect([...worthsOf(map, 1).keys()]).toEqual(['c3', 'e5', 'd4'])
    expect(worthsOf([glance('T', 0.5)], 0).size).toBe(0)
  })

  it('tells moves of an opening apart by tenths of a percent', async () => {
    expect([0.5012, 0.4999, 0.4961].map(finePercent)).toEqual(['50.1%', '50.0%', '49.6%'])
    await chooseLanguage('fr')
    expect(finePercent(0.5012).replace(/\s/g, ' ')).toBe('50,1 %')
    await chooseLanguage('en')
  })

  it('draws a better move where it would go, and no tea', () => {
    expect(ghostOf('Mn9/Nb', 1)).toEqual({ piece: 'M', at: 'n9', seat: 1, gains: [] })
    expect(ghostOf('T', 1)).toBeNull()
  })
})

describe('analyses that were asked for', () => {
  beforeEach(() => localStorage.clear())

  it('are found again by their game', () => {
    rememberJob('one game', 'a')
    rememberJob('another game', 'b')
    rememberJob('one game', 'c')
    expect(rememberedJob('one game')).toBe('c')
    expect(rememberedJob('another game')).toBe('b')
    expect(lastJob()).toBe('c')
    forgetJob('one game')
    expect(rememberedJob('one game')).toBeNull()
    expect(nameOf('one game')).not.toBe(nameOf('another game'))
  })

  it('are not remembered for ever', () => {
    for (let i = 0; i < 30; i++) rememberJob(`game ${i}`, String(i))
    expect(rememberedJob('game 0')).toBeNull()
    expect(rememberedJob('game 29')).toBe('29')
  })
})

describe('a study', () => {
  /** A browser that cannot run the engine, so that the server is asked. */
  const none = () => Promise.reject(new Error('no WebAssembly here'))
  let calls: [string, string][]
  let answers: Partial<Analysis>[]
  let refused: { status: number; code: string } | null

  beforeEach(() => {
    localStorage.clear()
    vi.useFakeTimers()
    calls = []
    answers = []
    refused = null
    vi.stubGlobal('fetch', (url: string, { method }: { method: string }) => {
      calls.push([method, url.replace('/api/v1', '')])
      const body = refused
        ? { error: { code: refused.code, message: 'No.' } }
        : method === 'GET'
          ? { id: 'a1', moments: [], progress: 0, ...answers.shift() }
          : { id: 'a1', state: 'queued', progress: 0, moments: [] }
      return Promise.resolve(new Response(JSON.stringify(body), { status: refused?.status ?? 200 }))
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('follows its job and asks only for what is new', async () => {
    answers = [
      { state: 'running', moments: [moment(0), moment(1)] },
      {
        state: 'done',
        moments: [moment(1, { loss: 0.2, why: 'is large' }), moment(2), moment(3), moment(4)],
      },
    ]
    const study = new Study(film(), null, none)
    await study.start()
    expect([study.state, study.progress]).toEqual(['running', 0.4])
    await vi.advanceTimersByTimeAsync(POLL_MS)
    expect(calls).toEqual([
      ['POST', '/analyses'],
      ['GET', '/analyses/a1?since=0'],
      ['GET', '/analyses/a1?since=1'],
    ])
    expect([study.state, study.progress]).toEqual(['done', 1])
    expect(study.moments.map(({ ply, loss }) => [ply, loss])).toEqual([
      [0, null],
      [1, 0.2],
      [2, null],
      [3, null],
      [4, null],
    ])
    await vi.advanceTimersByTimeAsync(5 * POLL_MS)
    expect(calls).toHaveLength(3)
  })

  it('can be stopped, and keeps what it has', async () => {
    answers = [{ state: 'running', moments: [moment(0)] }]
    const study = new Study(film(), 'table', none)
    await study.start()
    await study.stop()
    await vi.advanceTimersByTimeAsync(5 * POLL_MS)
    expect(calls.at(-1)).toEqual(['DELETE', '/analyses/a1'])
    expect([study.state, study.moments.length]).toEqual(['cancelled', 1])
  })

  it('goes on after a reload, and stops one of another game before it starts', async () => {
    rememberJob('the record', 'old')
    answers = [{ id: 'old', state: 'done', moments: [moment(0)] }]
    const study = new Study(film(), null, none)
    study.resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(study.state).toBe('done')
    answers = [{ state: 'done' }]
    await study.start()
    expect(calls.slice(1, 3)).toEqual([
      ['DELETE', '/analyses/old'],
      ['POST', '/analyses'],
    ])
  })

  it('shows at once what is kept with the game, whoever asked for it', async () => {
    rememberJob('the record', 'stopped')
    answers = [{ id: 'kept', state: 'done', moments: [moment(0)] }]
    const study = new Study(film('kept'), null, none)
    study.resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(calls).toEqual([['GET', '/analyses/kept?since=0']])
    expect([study.state, study.moments.length]).toEqual(['done', 1])
  })

  it('says why it may not be, and forgets what the server has forgotten', async () => {
    rememberJob('the record', 'old')
    refused = { status: 403, code: 'not_allowed' }
    const study = new Study(film(), 'table', none)
    await study.start()
    expect(study.state).toBe('idle')
    expect(study.trouble).toContain('when it is over')
    study.resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(rememberedJob('the record')).toBeNull()
  })

  it('shows a chosen move only at its own moment', async () => {
    const shown = film()
    const study = new Study(shown, null, none)
    study.choose(2, 'Ga1')
    await vi.waitFor(() => expect(shown.ply).toBe(2))
    expect([shown.ply, study.shown]).toEqual([2, 'Ga1'])
    await shown.go(3)
    expect(study.shown).toBeNull()
    study.choose(2, null)
    expect(study.shown).toBeNull()
  })
})
