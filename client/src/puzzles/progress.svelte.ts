/** How somebody does at puzzles: kept on this device, and for accounts by the server as soon as it can be reached. */
import type { MyPuzzles } from '../generated/api'
import { device } from '../device/memory'
import { get, post } from '../net/http'
import { me } from '../ui/me.svelte'
import type { Entry } from './book'
import { after, GUESS, NEWCOMER, type Level } from './levels'

/** A first try; one that was not told the server yet waits. */
interface Tried {
  solved: boolean
  waits: boolean
}

interface Kept extends Level {
  tries: Record<string, Tried>
  streak: number
  best: number
}

const STORED = 'medina.puzzles'
/** As many as the server hears at once. */
const AT_ONCE = 50

class Progress {
  private kept = $state.raw(device.read<Kept>(STORED, { ...NEWCOMER, tries: {}, streak: 0, best: 0 }))
  private telling: Promise<void> | null = null

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
  get tries(): number {
    return Object.keys(this.kept.tries).length
  }

  triedAt = (id: string): boolean => id in this.kept.tries

  /** How the first try went; null before it. */
  solved = (id: string): boolean | null => this.kept.tries[id]?.solved ?? null

  count(entries: readonly Entry[]): { solved: number; tried: number; all: number } {
    const tried = entries.filter(({ id }) => this.triedAt(id))
    const solved = tried.filter(({ id }) => this.solved(id))
    return { solved: solved.length, tried: tried.length, all: entries.length }
  }

  /** A first try counts, a later one does not. */
  tell(entry: Entry, solved: boolean): void {
    if (this.triedAt(entry.id)) return
    const level = after(this.kept, { level: entry.level, deviation: GUESS }, solved)
    this.keep({ ...level, tries: { ...this.kept.tries, [entry.id]: { solved, waits: true } } })
    void this.hand()
  }

  /** In a streak the first miss ends it, tried before or not. */
  tellStreak(solved: boolean): void {
    const streak = solved ? this.kept.streak + 1 : 0
    this.keep({ streak, best: Math.max(streak, this.kept.best) })
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
    for (let some = this.waiting(); some.length; some = this.waiting()) {
      answer = await post<MyPuzzles>('/me/puzzles', {
        tries: some.map(([puzzle, { solved }]) => ({ puzzle, solved })),
      })
      const told = some.map(([id, { solved }]) => [id, { solved, waits: false }])
      this.keep({ tries: { ...this.kept.tries, ...Object.fromEntries(told) } })
    }
    answer ??= await get<MyPuzzles>('/me/puzzles')
    const known = Object.entries(answer.tries).map(([id, solved]) => [id, { solved, waits: false }])
    const { level, deviation } = answer
    this.keep({ level, deviation, tries: { ...this.kept.tries, ...Object.fromEntries(known) } })
  }

  private waiting(): [string, Tried][] {
    return Object.entries(this.kept.tries)
      .filter(([, { waits }]) => waits)
      .slice(0, AT_ONCE)
  }

  private keep(by: Partial<Kept>): void {
    this.kept = { ...this.kept, ...by }
    device.write(STORED, this.kept)
  }
}

export const progress = new Progress()
