/** What this device keeps: changes as transactions, several tabs, storage that is full or blocked, and what earlier pages wrote. */
import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { KeptGame, KeptStudy, Sketch } from '../src/device/kept'
import { Saver } from '../src/device/saver'
import type { Store } from '../src/device/store'
import { forgetDevice, newDevice } from './device'

const game = (id: string, moves: string[] = [], by: Partial<KeptGame> = {}): KeptGame => ({
  id,
  revision: 0,
  began: 1,
  changed: 1,
  options: { edition: 'second', players: 2 },
  bots: [null, 'random'],
  autoConfirm: false,
  start: {} as KeptGame['start'],
  moves,
  confirmed: moves.length,
  scores: null,
  resigned: false,
  handed: null,
  waiting: null,
  ...by,
})
const study = (id: string, record: string): KeptStudy => ({
  id,
  record,
  changed: 1,
  at: '0',
  names: [],
  placements: 0,
})
/** As pages wrote games before there was a store. */
const writeOld = ({ revision: _, ...old }: KeptGame): void =>
  localStorage.setItem(`medina.game.${old.id}`, JSON.stringify(old))

/** A page that is opened: modules of its own, the storages of the device. */
async function openPage(): Promise<{ store: Store; trouble: () => string | null }> {
  vi.resetModules()
  const { store } = await import('../src/device/store')
  const { keeping } = await import('../src/device/trouble.svelte')
  return { store, trouble: () => keeping.trouble }
}
const put = (store: Store, row: KeptGame): Promise<void> =>
  store.change(['games'], (rows) => rows.put('games', row))
const movesOf = async (store: Store, id: string): Promise<string[] | undefined> =>
  (await store.read(['games'], (rows) => rows.get('games', id)))?.moves
const ids = async (store: Store): Promise<string[]> =>
  (await store.read(['games'], (rows) => rows.all('games'))).map(({ id }) => id).sort()

beforeEach(newDevice)
afterEach(() => {
  vi.restoreAllMocks()
  forgetDevice()
})

describe('the store', () => {
  it('keeps rows for the next page', async () => {
    await put((await openPage()).store, game('a', ['Ge5']))
    expect(await movesOf((await openPage()).store, 'a')).toEqual(['Ge5'])
  })

  it('does nothing of a change that fails', async () => {
    const { store, trouble } = await openPage()
    const failing = store.change(['games'], async (rows) => {
      await rows.put('games', game('a'))
      throw new Error('changed its mind')
    })
    await expect(failing).rejects.toThrow('changed its mind')
    expect(await ids(store)).toEqual([])
    expect(trouble()).toBeNull()
    await put(store, game('b'))
    expect(await ids(store)).toEqual(['b'])
  })

  it('tells other tabs which rows changed', async () => {
    const [one, other] = [await openPage(), await openPage()]
    const heard: [readonly string[], boolean][] = []
    one.store.listen((names, here) => heard.push([names, here]))
    await put(other.store, game('a'))
    await vi.waitFor(() => expect(heard).toEqual([[['games'], false]]))
    expect(await ids(one.store)).toEqual(['a'])
  })

  it('keeps in the page what has no room, says so, and writes it as soon as there is room', async () => {
    const { store, trouble } = await openPage()
    await put(store, game('a', ['Ge5']))
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await put(store, game('a', ['Ge5', 'Oh3']))
    await put(store, game('b'))
    expect(trouble()).toBe('full')
    expect(await movesOf(store, 'a')).toEqual(['Ge5', 'Oh3'])
    expect(await ids(store)).toEqual(['a', 'b'])
    await store.change(['games'], (rows) => rows.delete('games', 'b'))
    expect(await ids(store)).toEqual(['a'])
    full.mockRestore()
    await put(store, game('c'))
    expect(trouble()).toBeNull()
    const next = await openPage()
    expect(await ids(next.store)).toEqual(['a', 'c'])
    expect(await movesOf(next.store, 'a')).toEqual(['Ge5', 'Oh3'])
  })

  it('plays without a database, and says so once there is something to keep', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
    const { store, trouble } = await openPage()
    expect(await ids(store)).toEqual([])
    expect(trouble()).toBeNull()
    await put(store, game('a', ['Ge5']))
    expect(await movesOf(store, 'a')).toEqual(['Ge5'])
    expect(trouble()).toBe('blocked')
  })
})

describe('a game in two tabs', () => {
  it('is not changed for a state that is no more', async () => {
    vi.resetModules()
    const { games } = await import('../src/solo/games')
    const first = await games.keep(game('a', ['Ge5']))
    expect(first).toMatchObject({ ours: true, game: { revision: 1 } })
    const second = await games.keep({ ...first.game, moves: ['Ge5', 'Oh3'] })
    expect(second).toMatchObject({ ours: true, game: { revision: 2 } })
    const late = await games.keep({ ...first.game, moves: ['Ge5', 'WNa'] })
    expect(late).toMatchObject({ ours: false, game: { revision: 2, moves: ['Ge5', 'Oh3'] } })
  })

  it('is handed over only as it was', async () => {
    vi.resetModules()
    const { games } = await import('../src/solo/games')
    const { game: kept } = await games.keep(game('a', ['Ge5'], { scores: [1, 0] }))
    expect(await games.update(kept, { waiting: 'record' })).toMatchObject({ waiting: 'record', revision: 2 })
    expect(await games.update({ ...kept, moves: [] }, { handed: 't' })).toMatchObject({ handed: null })
    await games.forget('a')
    await games.update(kept, { handed: 't' })
    expect(await games.find('a')).toBeNull()
  })
})

describe('a study in two tabs', () => {
  it('is kept twice if both change it', async () => {
    vi.resetModules()
    const { Place, shelf } = await import('../src/study/shelf')
    const place = new Place()
    const content = { record: 'r0', at: '0', names: [], placements: 0 }
    await place.keep(content)
    const [one, other] = [new Place(place.id, 'r0'), new Place(place.id, 'r0')]
    await one.keep({ ...content, record: 'r1' })
    await other.keep({ ...content, at: '1' })
    expect((await shelf.all()).map(({ record }) => record).sort()).toEqual(['r0', 'r1'])
    expect(one.id).toBe(place.id)
    expect(other.id).not.toBe(place.id)
    await one.keep({ ...content, record: 'r2' })
    expect((await shelf.all()).map(({ record }) => record).sort()).toEqual(['r0', 'r2'])
  })
})

describe('the steps of the editor', () => {
  it('are kept one by one, and seen by another tab', async () => {
    vi.resetModules()
    const { Bench, fresh } = await import('../src/editor/bench.svelte')
    const { store } = await import('../src/device/store')
    const bench = await Bench.open()
    const turn = (left: number): Sketch => ({ ...fresh(), placements_left: left })
    for (let left = 0; left < 70; left++) bench.change(turn(left))
    bench.undo()
    bench.undo()
    // Comes after all of them.
    const all = await store.change(['sketches'], (rows) => rows.all('sketches'))
    expect(all).toHaveLength(61)
    const next = await Bench.open()
    expect(next.sketch).toEqual(turn(67))
    expect([next.mayUndo, next.mayRedo]).toEqual([true, true])
    next.redo()
    expect(next.sketch).toEqual(turn(68))
    next.change(turn(100))
    expect(next.mayRedo).toBe(false)
    await vi.waitFor(async () => expect((await Bench.open()).sketch).toEqual(turn(100)))
  })
})

describe('what earlier pages kept', () => {
  it('is copied, and what they write later is taken over by every start', async () => {
    writeOld(game('a', ['Ge5']))
    localStorage.setItem('medina.study.s', JSON.stringify(study('s', 'r0')))
    localStorage.setItem('medina.myplay.g', JSON.stringify({ game: 'g', user: null, slips: [] }))
    localStorage.setItem('medina.broken', 'x')
    localStorage.setItem('medina.game.broken', '{"id":')
    localStorage.setItem('medina.game.odd', '[1]')
    localStorage.setItem(
      'medina.puzzles',
      JSON.stringify({
        level: 1600,
        deviation: 90,
        tries: { p: { solved: true, waits: true } },
        streak: 2,
        best: 5,
      }),
    )
    const { store } = await openPage()
    expect(await ids(store)).toContain('a')
    expect(await store.read(['studies'], (rows) => rows.get('studies', 's'))).toMatchObject({ record: 'r0' })
    expect(await store.read(['digests'], (rows) => rows.get('digests', 'g'))).toMatchObject({ game: 'g' })
    expect(await store.read(['level'], (rows) => rows.get('level', 'level'))).toMatchObject({
      level: 1600,
      best: 5,
    })
    expect(await store.read(['tries'], (rows) => rows.all('tries'))).toEqual([
      { puzzle: 'p', solved: true, waits: true },
    ])
    expect(localStorage.getItem('medina.game.a')).not.toBeNull()
    writeOld(game('a', ['Ge5', 'Oh3']))
    writeOld(game('b', ['Ge5']))
    const next = (await openPage()).store
    expect(await movesOf(next, 'a')).toEqual(['Ge5', 'Oh3'])
    expect(await ids(next)).toEqual(expect.arrayContaining(['a', 'b']))
  })

  it('never comes back once it was deleted, and never replaces what went on here', async () => {
    writeOld(game('a', ['Ge5']))
    writeOld(game('b', ['Ge5']))
    const { store } = await openPage()
    expect(await ids(store)).toEqual(['a', 'b'])
    await store.change(['games'], (rows) => rows.delete('games', 'a'))
    const here = (await store.read(['games'], (rows) => rows.get('games', 'b')))!
    await put(store, { ...here, revision: here.revision + 1, moves: ['Ge5', 'Oh3'] })
    const again = (await openPage()).store
    expect(await ids(again)).toEqual(['b'])
    expect(await movesOf(again, 'b')).toEqual(['Ge5', 'Oh3'])
    // An old page goes on with its copy: both are kept.
    writeOld(game('b', ['Ge5', 'WNa']))
    const both = (await openPage()).store
    const [, copy] = await ids(both)
    expect(await movesOf(both, 'b')).toEqual(['Ge5', 'Oh3'])
    expect(await movesOf(both, copy!)).toEqual(['Ge5', 'WNa'])
    // An old page that is behind adds nothing.
    writeOld(game('b', ['Ge5'], { changed: 2 }))
    expect(await ids((await openPage()).store)).toHaveLength(2)
  })

  it('gives an editor with steps of its own one more', async () => {
    vi.resetModules()
    const { Bench, fresh } = await import('../src/editor/bench.svelte')
    const turn = (left: number): Sketch => ({ ...fresh(), placements_left: left })
    const old = (now: Sketch): void =>
      localStorage.setItem('medina.editor', JSON.stringify({ past: [turn(1)], now, future: [turn(3)] }))
    old(turn(2))
    const bench = await Bench.open()
    expect(bench.sketch).toEqual(turn(2))
    expect([bench.mayUndo, bench.mayRedo]).toEqual([true, true])
    old(turn(9))
    vi.resetModules()
    const later = await (await import('../src/editor/bench.svelte')).Bench.open()
    expect(later.sketch).toEqual(turn(9))
    later.undo()
    expect(later.sketch).toEqual(turn(2))
  })
})

describe('the export', () => {
  it('has everything', async () => {
    const { store } = await openPage()
    const { local } = await import('../src/device/small')
    const { everything } = await import('../src/device/export')
    local.set('theme', 'dark')
    await put(store, game('a', ['Ge5']))
    const whole = JSON.parse(await (await everything()).text()) as Record<string, unknown>
    expect(whole).toMatchObject({
      format: 'medina-device',
      version: 1,
      settings: { theme: 'dark', bot: '' },
      games: [{ id: 'a', moves: ['Ge5'] }],
      studies: [],
      sketches: [],
      digests: [],
      tries: [],
    })
  })
})

describe('a saver', () => {
  it('writes one state at a time, the last one last', async () => {
    const written: number[] = []
    let free = (): void => undefined
    const saver = new Saver(async (value: number) => {
      written.push(value)
      await new Promise<void>((done) => (free = done))
    })
    const all = [1, 2, 3].map((value) => saver.save(value))
    await vi.waitFor(() => expect(written).toEqual([1]))
    free()
    await vi.waitFor(() => expect(written).toEqual([1, 3]))
    free()
    await Promise.all(all)
    expect(saver.busy).toBe(false)
  })
})
