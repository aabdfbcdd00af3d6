/**
 * The analysis of the game being replayed, by the engine of this device: the server is told what was found, puts it into
 * words and keeps it with the game. Where there is no engine, the server's own is asked for, followed and stopped from here.
 */
import type { Engine } from '../engine/engine'
import type { Analysis, GivenStudy, Moment } from '../generated/api'
import { t } from '../i18n/i18n.svelte'
import { ask, get, post, Refusal } from '../net/http'
import type { Film } from '../table/film.svelte'
import { forgetJob, lastJob, rememberedJob, rememberJob } from './jobs'
import { NODES_EACH, Walk } from './walk'

export const POLL_MS = 700
/** Time to think for each placement, and for the whole game. */
const SECONDS_EACH = 0.35
const LEAST_SECONDS = 3
const MOST_SECONDS = 60

/** Several engines, one searcher each: every position is looked into by one of them. */
async function enginesHere(): Promise<Engine[]> {
  const { Engine, coresForAWhile } = await import('../engine/engine')
  return Promise.all(Array.from({ length: coresForAWhile() }, () => Engine.load()))
}

export class Study {
  state = $state<'idle' | Analysis['state']>('idle')
  moments = $state.raw<Moment[]>([])
  trouble = $state('')
  /** Who thinks or has thought: this device, or the server, or whoever gave what is kept with the game. */
  by = $state<'device' | 'server' | { name: string }>('device')
  /** How many nodes each position got, if that is known. */
  nodes = $state<number | null>(null)
  /** Marks without reasons: the server could not be asked. */
  wordless = $state(false)
  /** A better move that is being looked at. */
  private chosen = $state.raw<{ ply: number; move: string } | null>(null)
  private id: string | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private closed = false
  private walk: Walk | null = null

  constructor(
    private readonly film: Film,
    /** The number of a table of this site, or null for a pasted record. */
    private readonly table: string | null,
    private readonly engines: () => Promise<Engine[]> = enginesHere,
  ) {}

  get busy(): boolean {
    return this.state === 'queued' || this.state === 'running'
  }
  get progress(): number {
    return this.state === 'done' ? 1 : this.moments.length / this.film.placements.length
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

  /** Goes through the game here; on the server where this browser cannot. */
  async start(): Promise<void> {
    if (this.busy) return
    this.trouble = ''
    if (this.film.replay.playing) {
      this.trouble = t('analysis.playing')
      return
    }
    this.begin('device')
    let engines: Engine[] = []
    try {
      engines = await this.engines()
      const frames = await this.film.frames()
      if (this.closed) return
      this.walk = new Walk(frames, engines, (moments) => (this.moments = moments))
      this.nodes = NODES_EACH
      this.state = (await this.walk.run()) ? 'done' : 'cancelled'
    } catch {
      return this.closed ? undefined : await this.askServer()
    } finally {
      for (const engine of engines) engine.close()
    }
    if (this.state === 'done') await this.giveAway(this.walk)
  }

  /** The server says why, and keeps it for everybody if it may; without it there are marks and better moves alone. */
  private async giveAway(walk: Walk): Promise<void> {
    const found = { ...this.what(), nodes: NODES_EACH, moments: walk.findings }
    try {
      const { moments } = await post<GivenStudy>('/analyses/given', found)
      if (walk === this.walk) this.moments = moments
    } catch {
      if (walk === this.walk) this.wordless = true
    }
  }

  private begin(by: 'device' | 'server'): void {
    this.trouble = ''
    this.moments = []
    this.wordless = false
    this.nodes = null
    this.by = by
    this.state = by === 'device' ? 'running' : 'queued'
  }

  /** The game as requests name it. */
  private what(): { record: string } | { table: string } {
    return this.table === null ? { record: this.film.replay.record } : { table: this.table }
  }

  /** Has the server's own engine go through the game. */
  async askServer(): Promise<void> {
    this.begin('server')
    const { record } = this.film.replay
    const wanted = SECONDS_EACH * this.film.placements.length
    const seconds = Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, wanted))
    try {
      await this.stopOther()
      const made = await post<Analysis>('/analyses', { ...this.what(), seconds })
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
    this.walk?.stop()
    if (this.by === 'server' && this.id) await ask('DELETE', `/analyses/${this.id}`).catch(() => undefined)
  }

  choose(ply: number, move: string | null): void {
    this.chosen = move === null ? null : { ply, move }
    this.film.stop()
    void this.film.go(ply)
  }

  close(): void {
    this.closed = true
    this.walk?.stop()
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
      this.moments = [...this.moments.slice(0, since), ...answer.moments].slice(
        0,
        this.film.placements.length,
      )
      this.by = answer.given_by ? { name: answer.given_by } : 'server'
      this.nodes = answer.nodes ?? null
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
