/** How somebody does at puzzles: kept on this device, and for accounts by the server as soon as it can be reached. */
import type { MyPuzzles } from '../generated/api'
import type { PuzzleLevel, Tried } from '../device/kept'
import { store } from '../device/store'
import { get, post } from '../net/http'
import { me } from '../ui/me.svelte'
import type { Entry } from './book'
import { after, GUESS, NEWCOMER } from './levels'

const FIRST: PuzzleLevel = { id: 'level', ...NEWCOMER, streak: 0, best: 0 }
const ROWS = ['tries', 'level'] as const
/** As many as the server hears at once. */
const AT_ONCE = 50

class Progress {
  private kept = $state.raw<PuzzleLevel>(FIRST)
  private tried = $state.raw<ReadonlyMap<string, Tried>>(new Map())
  private telling: Promise<void> | null = null
  private loading: Promise<void> | null = null

  /** Read what is kept, and follow what other tabs do. */
  load(): Promise<void> {
    if (!this.loading) {
      store.listen((names) => {
        if (ROWS.some((name) => names.includes(name))) void this.read()
      })
      this.loading = this.read()
    }
    return this.loading
  }

  private async read(): Promise<void> {
    const [level, tries] = await store.read(ROWS, async (rows) => [
      await rows.get('level', 'level'),
      await rows.all('tries'),
    ])
    this.kept = level ?? FIRST
    this.tried = new Map(tries.map((tried) => [tried.puzzle, tried]))
  }

  get level(): number {
    return Math.round(this.kept.level)
  }
  /** Puzzles solved in a row, in a streak; and the longest one. */
  get streak(): number {
    return this.kept.streak
  }
  get best(): number {
    return this.kept.best
  }
  triedAt = (id: string): boolean => this.tried.has(id)

  /** How the first try went; null before it. */
  solved = (id: string): boolean | null => this.tried.get(id)?.solved ?? null

  count(entries: readonly Entry[]): { solved: number; tried: number; all: number } {
    const tried = entries.filter(({ id }) => this.triedAt(id))
    const solved = tried.filter(({ id }) => this.solved(id))
    return { solved: solved.length, tried: tried.length, all: entries.length }
  }

  /** A first try counts, a later one does not, in whichever tab. */
  async tell(entry: Entry, solved: boolean): Promise<void> {
    await store.change(ROWS, async (rows) => {
      if (await rows.get('tries', entry.id)) return
      const kept = (await rows.get('level', 'level')) ?? FIRST
      await rows.put('level', { ...kept, ...after(kept, { level: entry.level, deviation: GUESS }, solved) })
      await rows.put('tries', { puzzle: entry.id, solved, waits: true })
    })
    await this.hand()
  }

  /** In a streak the first miss ends it, tried before or not. */
  tellStreak(solved: boolean): Promise<void> {
    return store.change(ROWS, async (rows) => {
      const kept = (await rows.get('level', 'level')) ?? FIRST
      const streak = solved ? kept.streak + 1 : 0
      await rows.put('level', { ...kept, streak, best: Math.max(streak, kept.best) })
    })
  }

  /** Tells the server what it does not know, and hears what was done on other devices. */
  async hand(): Promise<void> {
    this.telling ??= this.exchange().finally(() => (this.telling = null))
    await this.telling.catch(() => undefined)
  }

  private async exchange(): Promise<void> {
    if (!navigator.onLine) return
    if (!(me.info ?? (await me.load())).account) return
    let answer: MyPuzzles | null = null
    for (let some = await this.waiting(); some.length; some = await this.waiting()) {
      const tries = some.map(({ puzzle, solved }) => ({ puzzle, solved }))
      answer = await post<MyPuzzles>('/me/puzzles', { tries })
      await store.change(ROWS, async (rows) => {
        for (const tried of some) await rows.put('tries', { ...tried, waits: false })
      })
    }
    const { level, deviation, tries } = answer ?? (await get<MyPuzzles>('/me/puzzles'))
    await store.change(ROWS, async (rows) => {
      await rows.put('level', { ...((await rows.get('level', 'level')) ?? FIRST), level, deviation })
      for (const [puzzle, solved] of Object.entries(tries))
        await rows.put('tries', { puzzle, solved, waits: false })
    })
  }

  private async waiting(): Promise<Tried[]> {
    const tries = await store.read(['tries'], (rows) => rows.all('tries'))
    return tries.filter(({ waits }) => waits).slice(0, AT_ONCE)
  }
}

export const progress = new Progress()
