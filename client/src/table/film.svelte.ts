/** A game as a film: every position of it, and which one is being looked at. */
import type { Replay } from '../generated/api'
import { changed, type Position } from './position'

export interface Frame {
  position: Position
  /** The placement that led here. */
  move: string | null
  seat: number | null
  comment: string | null
}

export const STEP_MS = 900

export class Film {
  readonly frames: Frame[]
  /** Turns as the move list shows them, and the last frame of each. */
  readonly turns: [number, string[]][] = []
  private readonly ends: number[] = []
  ply = $state(0)
  playing = $state(false)
  private timer: ReturnType<typeof setInterval> | undefined

  constructor(readonly replay: Replay) {
    let position = replay.start
    this.frames = [{ position, move: null, seat: null, comment: null }]
    let turn = -1
    for (const [index, step] of replay.steps.entries()) {
      position = changed(position, step.position)
      this.frames.push({ position, move: step.move, seat: step.seat, comment: step.comment ?? null })
      if (step.turn !== turn) this.turns.push([step.seat, []])
      turn = step.turn
      this.turns.at(-1)?.[1].push(step.move)
      this.ends[this.turns.length - 1] = index + 1
    }
  }

  get last(): number {
    return this.frames.length - 1
  }
  get frame(): Frame {
    return this.frames[this.ply] as Frame
  }
  get series(): number[][] {
    return this.frames.map((frame) => frame.position.scores)
  }
  /** The turn the present frame belongs to. */
  get turn(): number | null {
    const found = this.ends.findIndex((end) => end >= this.ply)
    return this.ply === 0 || found < 0 ? null : found
  }

  go(ply: number): void {
    this.ply = Math.max(0, Math.min(this.last, ply))
    if (this.ply === this.last) this.stop()
  }

  /** The last moment of a turn. */
  endOf(turn: number): number {
    return this.ends[turn] ?? 0
  }

  goTurn(turn: number): void {
    this.go(this.endOf(turn))
  }

  toggle(): void {
    if (this.playing) return this.stop()
    if (this.ply === this.last) this.ply = 0
    this.playing = true
    this.timer = setInterval(() => this.go(this.ply + 1), STEP_MS)
  }

  stop(): void {
    this.playing = false
    clearInterval(this.timer)
  }
}
