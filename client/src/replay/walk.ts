/**
 * A whole game gone through by the engine of this device: what every position promised, and where it was thrown away.
 *
 * A position is one searcher's, with as many nodes each and always the same chance, so that it finds what the server's
 * analysis of so many nodes finds. What is a mistake is decided by the engine's own code.
 */
import type { Engine, Finding } from '../engine/engine'
import type { GivenMoment, Moment } from '../generated/api'
import type { Frame } from '../table/film.svelte'

export const NODES_EACH = 1000
const BEST = 3
const LONGEST_LINE = 8

/** As many digits as the server keeps. */
const rounded = (numbers: readonly number[], digits: number): number[] =>
  numbers.map((number) => Number(number.toFixed(digits)))

type Promised = Pick<Moment, 'win' | 'score' | 'best'>

function promised({ win, score, best }: Finding): Promised {
  const short = best.map((one) => ({
    move: one.move,
    win: rounded(one.win, 4),
    score: rounded(one.score, 2),
    line: one.line.slice(0, LONGEST_LINE),
  }))
  return { win: rounded(win, 4), score: rounded(score, 2), best: short }
}

/** What is known of a position: what it promises, and what the move played there cost. */
interface Step extends Promised {
  judged: boolean
  loss: number | null
  mark: Moment['mark']
  better: Promised | null
}

export class Walk {
  private readonly steps: (Step | undefined)[]
  private next = 0
  private stopped = false

  constructor(
    private readonly frames: readonly Frame[],
    private readonly engines: readonly Engine[],
    private readonly tell: (moments: Moment[]) => void,
  ) {
    this.steps = Array(frames.length).fill(undefined)
  }

  /** Goes through all of it; false when it was stopped before. */
  async run(): Promise<boolean> {
    await Promise.all(this.engines.map((engine) => this.work(engine)))
    return !this.stopped
  }

  stop(): void {
    this.stopped = true
    for (const engine of this.engines) engine.stop()
  }

  /** What was found, for the server to put into words. */
  get findings(): GivenMoment[] {
    return this.steps.map((step) => {
      const { win, score, best, better } = step!
      const [first] = better?.best ?? []
      const line = first ? [first.move, ...first.line].slice(0, LONGEST_LINE) : []
      return { win, score, best, better: better ? { win: better.win, score: better.score, line } : null }
    })
  }

  private async work(engine: Engine): Promise<void> {
    while (!this.stopped && this.next < this.frames.length) {
      const ply = this.next++
      const found = await this.look(engine, ply)
      if (this.stopped) return
      this.steps[ply] = { ...promised(found), judged: false, loss: null, mark: null, better: null }
      for (const before of [ply - 1, ply]) await this.judge(engine, before)
      this.tell(this.moments())
    }
  }

  /** Thinks about a position, or about where another move would have led. */
  private look(engine: Engine, ply: number, move?: string): Promise<Finding> {
    engine.open(this.frames[ply]!.position)
    if (move) engine.play(move)
    return engine.think({ nodes: NODES_EACH, lines: BEST })
  }

  /** What a move lost. Before it is called a mistake, the better one is looked into as deeply as it was itself. */
  private async judge(engine: Engine, ply: number): Promise<void> {
    const [step, after, frame] = [this.steps[ply], this.steps[ply + 1], this.frames[ply + 1]]
    if (!step || !after || !frame || frame.seat === null || step.judged) return
    step.judged = true
    const [best] = step.best
    if (!best || best.move === frame.move) {
      step.loss = 0
      return
    }
    step.loss = engine.loss(frame.seat, best, after)
    if (engine.isSuspicious(step.loss)) {
      const found = await this.look(engine, ply, best.move)
      if (this.stopped) return
      step.better = promised(found)
      step.loss = engine.loss(frame.seat, step.better, after)
      step.mark = engine.markOf(step.loss)
    }
    step.loss = Math.max(0, step.loss)
  }

  /** As far as everything is known from the beginning. */
  private moments(): Moment[] {
    const end = this.steps.findIndex((step) => step === undefined)
    return (this.steps.slice(0, end < 0 ? undefined : end) as Step[]).map((step, ply) => ({
      ply,
      played: this.frames[ply + 1]?.move ?? null,
      win: step.win,
      score: step.score,
      best: step.best,
      loss: step.loss,
      mark: step.mark ?? null,
      why: null,
    }))
  }
}
