/**
 * The engine on this device looking at one position: ever deeper, for as long as somebody is looking at it too.
 *
 * It rests while the tab is hidden, when nothing is left to find, and after a while, and is closed with its screen.
 */
import type { Piece } from '../board/api'
import type { Engine, Finding, Glance } from '../engine/engine'
import type { BestMove, DetailsOf, PositionJson } from '../generated/api'

/** What it is doing; `absent` where this browser cannot run the engine, or it could not be fetched. */
export type Sight = 'off' | 'loading' | 'deepening' | 'resting' | 'absent'

/** Long enough for anybody who looks, and kind to the battery of whoever went for coffee. */
const LONGEST_SECONDS = 120
const BEST = 3

/** A move worth considering; `glimpsed` while nobody has looked into it, and it is known at first sight alone. */
export type Idea = BestMove & { glimpsed?: boolean }

type Loading = Promise<{ engine: Engine; spared: number }>

/** What is worth how much in any position, without looking further; for when nobody else can be asked. */
export async function detailsHere(position: PositionJson): Promise<DetailsOf> {
  const { engine } = await load()
  engine.open(position)
  return engine.details()
}

async function load(): Loading {
  const { Engine, sparedCores } = await import('../engine/engine')
  return { engine: await Engine.load(), spared: sparedCores() }
}

export class Lens {
  state = $state<Sight>('off')
  /** The deepest view of the position so far. */
  finding = $state.raw<Finding | null>(null)
  /** The pieces that may be placed. */
  pieces = $state.raw<ReadonlySet<Piece>>(new Set())
  /** The piece whose map is wanted, and what each of its moves promises at first sight. */
  piece = $state<Piece | null>(null)
  map = $state.raw<Glance[]>([])

  /** The best moves of the moment, filled up with those that look best at first sight. */
  readonly ideas: Idea[] = $derived([
    ...(this.finding?.best ?? []),
    ...(this.finding?.sights ?? []).map((one) => ({ ...one, line: [], glimpsed: true })),
  ])

  private loading: Loading | null = null
  /** Has the position before it, from then on until another is looked at. */
  private engine: Engine | null = null
  private position: PositionJson | null = null
  private modest = false
  /** Counts what was wanted: what an earlier wish finds is not shown any more. */
  private wish = 0

  constructor() {
    document.addEventListener('visibilitychange', this.turn)
  }

  /** Looks at a position, or at none; modestly while other work is going on. */
  look(position: PositionJson | null, modest = false): void {
    if (position === this.position && modest === this.modest) return
    if (position !== this.position) this.forget()
    this.position = position
    this.modest = modest
    void this.deepen()
  }

  /** Shows the map of a piece, or none. */
  choose(piece: Piece | null): void {
    this.piece = piece
    void this.survey(this.wish)
  }

  /** What is worth how much there, if this is the position it is looking at. */
  details(position: PositionJson): DetailsOf | null {
    return position === this.position ? (this.engine?.details() ?? null) : null
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.turn)
    this.wish += 1
    this.position = null
    void this.loading?.then(
      ({ engine }) => engine.close(),
      () => undefined,
    )
  }

  private readonly turn = (): void => void this.deepen()

  private forget(): void {
    this.engine = null
    this.finding = null
    this.map = []
    this.pieces = new Set()
  }

  private async deepen(): Promise<void> {
    const wish = ++this.wish
    const { position, modest } = this
    if (position === null || document.hidden) return this.rest(position === null ? 'off' : 'resting')
    if (this.state !== 'deepening') this.state = 'loading'
    try {
      this.loading ??= load()
      const { engine, spared } = await this.loading
      if (wish !== this.wish) return
      engine.open(position)
      this.engine = engine
      this.state = 'deepening'
      this.pieces = new Set(engine.moves.map((move) => move[0] as Piece))
      void this.survey(wish)
      const budget = { seconds: LONGEST_SECONDS, workers: modest ? 1 : spared, lines: BEST }
      const last = await engine.think(budget, (finding) => this.tell(finding, wish))
      this.tell(last, wish)
      if (wish === this.wish) this.state = 'resting'
    } catch {
      this.loading = null
      if (wish === this.wish) this.state = 'absent'
    }
  }

  private rest(state: Sight): void {
    this.state = state
    void this.loading?.then(
      ({ engine }) => engine.stop(),
      () => undefined,
    )
  }

  /** A search that begins again after a rest is shown once it has come as far as the one before. */
  private tell(finding: Finding, wish: number): void {
    if (wish !== this.wish || finding.win.length === 0) return
    if (!this.finding || finding.nodes >= this.finding.nodes) this.finding = finding
  }

  private async survey(wish: number): Promise<void> {
    const { piece, loading } = this
    this.map = []
    if (piece === null || loading === null || !this.pieces.has(piece)) return
    try {
      const { engine } = await loading
      const map = await engine.map(piece)
      if (wish === this.wish && piece === this.piece) this.map = map
    } catch {
      // Without the network that values positions there is no map; what is known stays on show.
    }
  }
}
