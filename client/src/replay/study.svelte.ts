/** The analysis of the game being replayed: a job on the server that is asked for, followed and stopped from here. */
import type { Analysis, Moment } from '../generated/api'
import { t } from '../i18n/i18n.svelte'
import { ask, get, post, Refusal } from '../net/http'
import type { Film } from '../table/film.svelte'
import { forgetJob, lastJob, rememberedJob, rememberJob } from './jobs'

export const POLL_MS = 700
/** Time to think for each placement, and for the whole game. */
const SECONDS_EACH = 0.35
const LEAST_SECONDS = 3
const MOST_SECONDS = 60

export class Study {
  state = $state<'idle' | Analysis['state']>('idle')
  moments = $state.raw<Moment[]>([])
  trouble = $state('')
  /** A better move that is being looked at. */
  private chosen = $state.raw<{ ply: number; move: string } | null>(null)
  private id: string | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private closed = false

  constructor(
    private readonly film: Film,
    /** The number of a table of this site, or null for a pasted record. */
    private readonly table: string | null,
  ) {}

  get busy(): boolean {
    return this.state === 'queued' || this.state === 'running'
  }
  get progress(): number {
    return this.state === 'done' ? 1 : this.moments.length / this.film.frames.length
  }
  /** The moment being looked at, once the analysis has come so far. */
  get moment(): Moment | undefined {
    return this.moments[this.film.ply]
  }
  /** The move chosen at this very moment. */
  get shown(): string | null {
    return this.chosen?.ply === this.film.ply ? this.chosen.move : null
  }

  /** Show what is kept with the game, or go on with what was asked for before, if this browser remembers it. */
  resume(): void {
    this.id = this.film.replay.analysis ?? rememberedJob(this.film.replay.record)
    if (this.id) void this.poll()
  }

  async start(): Promise<void> {
    if (this.busy) return
    this.trouble = ''
    this.moments = []
    this.state = 'queued'
    const { record } = this.film.replay
    const wanted = SECONDS_EACH * this.film.frames.length
    const seconds = Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, wanted))
    try {
      await this.stopOther()
      const what = this.table === null ? { record } : { table: this.table }
      const made = await post<Analysis>('/analyses', { ...what, seconds })
      this.id = made.id
      // One that is done at once is kept with the game, and may be somebody else's.
      if (made.state !== 'done') rememberJob(record, made.id)
      await this.poll()
    } catch (error) {
      this.state = 'idle'
      this.trouble = sentence(error)
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.timer)
    this.state = 'cancelled'
    if (this.id) await ask('DELETE', `/analyses/${this.id}`).catch(() => undefined)
  }

  choose(ply: number, move: string | null): void {
    this.chosen = move === null ? null : { ply, move }
    this.film.stop()
    this.film.go(ply)
  }

  close(): void {
    this.closed = true
    clearTimeout(this.timer)
  }

  /** A person has one analysis at a time: the newest is the one that is wanted. */
  private async stopOther(): Promise<void> {
    const other = lastJob()
    if (other) await ask('DELETE', `/analyses/${other}`).catch(() => undefined)
  }

  private async poll(): Promise<void> {
    // The last moment known gets its verdict when the next one is known.
    await this.hear(Math.max(0, this.moments.length - 1))
    if (this.busy && !this.closed) this.timer = setTimeout(() => void this.poll(), POLL_MS)
  }

  private async hear(since: number): Promise<void> {
    const { id } = this
    try {
      const answer = await get<Analysis>(`/analyses/${id}?since=${since}`)
      if (id !== this.id) return
      this.moments = [...this.moments.slice(0, since), ...answer.moments].slice(0, this.film.frames.length)
      // An answer that was on its way when it was stopped starts nothing again.
      if (this.state !== 'cancelled') this.state = answer.state
      if (answer.state === 'failed') this.trouble = t('analysis.failed')
    } catch (error) {
      // A line that is down will be up again; what the server does not know will not come back.
      if (error instanceof Refusal) this.lose()
    }
  }

  private lose(): void {
    forgetJob(this.film.replay.record)
    this.id = null
    this.state = 'idle'
  }
}

function sentence(error: unknown): string {
  if (!(error instanceof Refusal)) return t('home.trouble')
  return error.info.code === 'not_allowed' ? t('analysis.playing') : error.message
}
