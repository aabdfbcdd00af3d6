/** A game as a film: what was placed, and which moment is being looked at. */
import type { Replay } from '../generated/api'
import { asSeenIn, between, type Past } from './past'
import type { Position } from './position'

/** What led to a moment; nothing did to the first. */
export interface Placement {
  move: string | null
  seat: number | null
  /** Everybody's points after it. */
  scores: number[]
  comment: string | null
}

export interface Frame extends Placement {
  position: Position
}

export const STEP_MS = 900

/** The moments of a game, the first one with them. */
export function placementsOf({ first, turns }: Pick<Replay, 'first' | 'turns'>): Placement[] {
  const start = { move: null, seat: null, scores: first.scores, comment: null }
  const placed = turns.flatMap(({ seat, moves, scores, comment }) =>
    moves.map((move, index) => ({
      move,
      seat,
      scores: scores[index] ?? [],
      comment: index === moves.length - 1 ? (comment ?? null) : null,
    })),
  )
  return [start, ...placed]
}

export class Film {
  readonly placements: readonly Placement[]
  /** Turns as the move list shows them, and the last moment of each. */
  readonly turns: [number, string[]][]
  private readonly ends: number[] = []
  /** The moment that is shown. */
  ply = $state(0)
  /** Where it goes as soon as the position is known. */
  wanted = $state(0)
  playing = $state(false)
  private readonly known: Position[] = []
  private filling: Promise<void> | null = null
  private timer: ReturnType<typeof setInterval> | undefined

  constructor(
    readonly replay: Replay,
    /** Whom to ask for a position while the engine is not there. */
    private readonly past?: Past,
  ) {
    this.placements = placementsOf(replay)
    this.turns = replay.turns.map(({ seat, moves }) => [seat, moves])
    let end = 0
    for (const [, moves] of this.turns) this.ends.push((end += moves.length))
    this.learn(this.last, replay.last)
    this.learn(0, replay.first)
  }

  get last(): number {
    return this.placements.length - 1
  }
  get frame(): Frame {
    return this.frameAt(this.ply)
  }
  get series(): number[][] {
    return this.placements.map(({ scores }) => scores)
  }
  /** The turn the present moment belongs to. */
  get turn(): number | null {
    const found = this.ends.findIndex((end) => end >= this.ply)
    return this.ply === 0 || found < 0 ? null : found
  }

  private frameAt(ply: number): Frame {
    return { ...this.placements[ply]!, position: this.known[ply]! }
  }

  /** A position that is shown already stays the same object. */
  private learn(ply: number, position: Position): void {
    this.known[ply] ??= asSeenIn(this.replay.last, position)
  }

  /** Has the engine go through the game; fails where there is none. */
  private fill(): Promise<void> {
    return (this.filling ??= between(this.replay).then((positions) =>
      positions.forEach((position, index) => this.learn(index + 1, position)),
    ))
  }

  /** Gets ready to go anywhere at once, where this browser can. */
  prepare(): void {
    this.fill().catch(() => undefined)
  }

  /** All of it; fails where the engine does not run. */
  async frames(): Promise<Frame[]> {
    await this.fill()
    return this.placements.map((_, ply) => this.frameAt(ply))
  }

  /**
   * Goes to a moment: at once where its position is known, and else as soon as the engine or the server tells it. Says
   * whether it came there: nobody may know, or somebody may want to go elsewhere meanwhile.
   */
  async go(ply: number): Promise<boolean> {
    const wanted = (this.wanted = Math.max(0, Math.min(this.last, ply)))
    if (!this.known[wanted]) await this.find(wanted).catch(() => undefined)
    if (this.wanted !== wanted) return false
    if (!this.known[wanted]) {
      this.wanted = this.ply
      return false
    }
    this.ply = wanted
    if (wanted === this.last) this.stop()
    return true
  }

  private async find(ply: number): Promise<void> {
    const asked = this.past?.(ply).then((position) => this.learn(ply, position))
    await Promise.any(asked ? [this.fill(), asked] : [this.fill()])
  }

  step(by: 1 | -1): Promise<boolean> {
    return this.go(this.wanted + by)
  }

  /** The last moment of a turn. */
  endOf(turn: number): number {
    return this.ends[turn] ?? 0
  }

  goTurn(turn: number): void {
    void this.go(this.endOf(turn))
  }

  toggle(): void {
    if (this.playing) return this.stop()
    if (this.ply === this.last) void this.go(0)
    this.playing = true
    // Not further before it has come there.
    this.timer = setInterval(() => this.wanted === this.ply && void this.step(1), STEP_MS)
  }

  stop(): void {
    this.playing = false
    clearInterval(this.timer)
  }
}
