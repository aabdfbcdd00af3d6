/** Going through a game: by the engine of this device, by the server where there is none. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Replay } from '../src/generated/api'
import { Film, STEP_MS } from '../src/table/film.svelte'
import { LookBack } from '../src/table/lookback.svelte'
import { atTable, inRecord } from '../src/table/past'
import type { Position } from '../src/table/position'

const sample = (): Replay => JSON.parse(readFileSync('../tests/data/wire/replay.json', 'utf8')) as Replay
const module = readFileSync(join(import.meta.dirname, '../../src/medina/engine/engine.wasm'))

/** Somebody who is asked for positions, and answers when told to. */
function server(position: Position) {
  const waiting = new Map<number, (known: boolean) => void>()
  const past = vi.fn(
    (ply: number) =>
      new Promise<Position>((tell, fail) =>
        waiting.set(ply, (known) => (known ? tell({ ...position, tea_left: ply }) : fail(new Error('away')))),
      ),
  )
  const answer = async (ply: number, known = true): Promise<void> => {
    waiting.get(ply)?.(known)
    await new Promise((done) => setTimeout(done))
  }
  return { past, answer }
}

afterEach(() => vi.unstubAllGlobals())

describe('with the engine', () => {
  beforeEach(() => vi.stubGlobal('fetch', () => Promise.resolve(new Response(module))))

  it('knows every position that the server left out', async () => {
    const replay = sample()
    const film = new Film(replay)
    const frames = await film.frames()
    expect(frames).toHaveLength(1 + replay.turns.flatMap(({ moves }) => moves).length)
    expect(frames.map(({ position }) => position.scores)).toEqual(film.series)
    expect(frames.map(({ position }) => position.turn).slice(0, -1)).toEqual(
      replay.turns.flatMap(({ seat, moves }) => moves.map(() => seat)),
    )
    expect([frames[0]!.position, frames.at(-1)!.position]).toEqual([replay.first, replay.last])
    expect(frames[5]!.position.cells).not.toEqual(frames[4]!.position.cells)
  })

  it('goes anywhere at once, asking nobody', async () => {
    const { past } = server(sample().first)
    const film = new Film(sample(), past)
    await film.frames()
    void film.go(7)
    expect(film.ply).toBe(7)
    void film.step(-1)
    expect([film.ply, film.wanted]).toEqual([6, 6])
    expect(film.frame).toEqual((await film.frames())[6])
    expect(past).not.toHaveBeenCalled()
  })

  it('shows no hand that the last position hides', async () => {
    const replay = sample()
    const hidden = { ...replay.last.stock[1]!, G: null, B: null } as unknown as (typeof replay.last.stock)[0]
    replay.last = { ...replay.last, stock: replay.last.stock.with(1, hidden) }
    const hands = (await new Film(replay).frames()).map(({ position }) => position.stock)
    expect(new Set(hands.map(([, hand]) => `${hand?.G} ${hand?.B}`))).toEqual(new Set(['null null']))
    expect(hands.every(([own]) => own?.G !== null && own?.B !== null)).toBe(true)
  })
})

describe('without the engine', () => {
  beforeEach(() => {
    // A stub remembers what it replaces; it would count as an engine, so it goes, too.
    vi.stubGlobal('WebAssembly', undefined)
    Reflect.deleteProperty(globalThis, 'WebAssembly')
  })
  afterEach(() => vi.useRealTimers())

  it('has both ends, the turns and the scores, and asks for each other position when it is wanted', async () => {
    const { past, answer } = server(sample().first)
    const film = new Film(sample(), past)
    film.prepare()
    void film.go(film.last)
    expect([film.ply, film.frame.position]).toEqual([film.last, sample().last])
    expect(film.series.at(-1)).toEqual(sample().last.scores)
    expect(past).not.toHaveBeenCalled()
    await film.go(0)
    const going = film.step(1)
    expect([film.ply, film.wanted]).toEqual([0, 1])
    await answer(1)
    expect([await going, film.ply, film.frame.position.tea_left]).toEqual([true, 1, 1])
    await film.go(0)
    expect(await film.go(1)).toBe(true)
    expect(past.mock.calls).toEqual([[1]])
    await expect(film.frames()).rejects.toThrow()
  })

  it('goes where it was sent last, and stays where it is when nobody knows', async () => {
    const { past, answer } = server(sample().first)
    const film = new Film(sample(), past)
    const [early, late] = [film.go(3), film.go(5)]
    await answer(5)
    await answer(3)
    expect([await early, await late, film.ply]).toEqual([false, true, 5])
    const lost = film.go(6)
    await answer(6, false)
    expect([await lost, film.ply, film.wanted]).toEqual([false, 5, 5])
  })

  it('plays on only when it has come where it was going', async () => {
    vi.useFakeTimers()
    const { past, answer } = server(sample().first)
    const film = new Film(sample(), past)
    film.toggle()
    vi.advanceTimersByTime(4 * STEP_MS)
    expect(past.mock.calls).toEqual([[1]])
    vi.useRealTimers()
    await answer(1)
    expect(film.ply).toBe(1)
    film.stop()
  })

  it('is back now when somebody wanted to be, whatever is answered later', async () => {
    const { past, answer } = server(sample().first)
    const back = new LookBack(() => ({ replay: () => Promise.resolve(sample()), past }))
    const opening = back.step(-1)
    await vi.waitFor(() => expect(past).toHaveBeenCalled())
    const { last } = new Film(sample())
    expect(back.film).toBeNull()
    await answer(last - 1)
    await opening
    expect(back.film?.ply).toBe(last - 1)
    const stepping = back.step(-1)
    back.now()
    await answer(last - 2)
    await stepping
    expect(back.film).toBeNull()
  })

  it('asks a table by its number, and about a record with the record', async () => {
    const asked: [string, string][] = []
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      asked.push([url.replace(/.*\/api\/v1/, ''), (init?.body as string | undefined) ?? ''])
      return Promise.resolve(new Response(JSON.stringify({ position: sample().first })))
    })
    expect(await atTable('ab/c')(4)).toEqual(sample().first)
    expect(await inRecord('the record')(4)).toEqual(sample().first)
    expect(asked).toEqual([
      ['/tables/ab%2Fc/positions/4', ''],
      ['/play', '{"record":"the record","ply":4,"moves":[]}'],
    ])
  })
})
