/**
 * A puzzle at the table's own screen: turns are put together as everywhere and judged when they are confirmed; right ones are
 * answered by the others until the point is made.
 */
import { Engine } from '../engine/engine'
import type {
  DetailsAnswer,
  Moment,
  Options,
  PackedStep,
  PositionJson,
  ReasonView,
  RefusalInfo,
  Replay,
  Worse,
} from '../generated/api'
import { t } from '../i18n/i18n.svelte'
import { post } from '../net/http'
import { claimsOf } from '../solo/claims'
import { replayOf, turnsOf } from '../solo/record'
import type { News, TableDesk } from '../table/desk'
import type { TableState } from '../table/fold'
import { localTable, placedHere } from '../table/local'
import { whyNot } from '../solo/reasons'
import { colourOf } from '../table/format'
import { isRoof, parseMove } from '../table/moves'
import { palaceAt } from '../table/position'
import type { Puzzle } from './book'
import { compare, isBetter, isGoingOn, turnOf, type Opinion } from './opinion'

/** Asked, wrong, being answered, and the two ways it ends. */
export type Stage = 'asked' | 'wrong' | 'answer' | 'solved' | 'shown'

/** What is to be said of a wrong turn, as far as it is known. */
export interface Criticism {
  turn: string[]
  /** The placement that is to blame, and why; null where nobody could be asked. */
  move: string | null
  faults: ReasonView[]
  mark: Moment['mark']
  opinion: Opinion | null
}

/** What this device's engine would rather do. */
export interface Doubt {
  turn: string[]
}

const REPLY_MS = 800
/** Longer than a server needs that has just been started. */
const REASON_MS = 15_000

export class PuzzleTable implements TableDesk {
  private positions = $state.raw<PositionJson[]>([])
  private made = $state.raw<string[]>([])
  private nNow = $state(1)
  /** Where the turn that is asked for begins. */
  private base = $state(0)
  private legal: string[] = []
  private moment = 0
  private thinker: Promise<Engine> | null = null
  stage = $state<Stage>('asked')
  /** The number of the turn that is asked for. */
  step = $state(0)
  /** How much was given away: first the piece, then the cell. */
  hints = $state(0)
  criticism = $state.raw<Criticism | null>(null)
  doubt = $state.raw<Doubt | 'thinking' | 'none' | null>(null)
  /** Was the last right turn another than the one that is proved? The game goes on from that one. */
  swapped = $state(false)
  details = $state.raw<DetailsAnswer | null>(null)
  latest = $state.raw<News | null>(null)
  readonly skew = 0

  constructor(
    private readonly engine: Engine,
    readonly puzzle: Puzzle,
    /** Hears once whether it was solved without a miss, a hint or a look at the solution. */
    private readonly tell: (solved: boolean) => void,
  ) {
    this.positions = [puzzle.position]
    engine.open(puzzle.position)
    this.settle()
  }

  close(): void {
    this.moment++
    this.engine.close()
    void this.thinker?.then((engine) => engine.close()).catch(() => undefined)
  }

  // --- what the screen sees

  get own(): number {
    return this.puzzle.position.turn ?? 0
  }
  get asked(): PackedStep {
    return this.puzzle.steps[this.step] as PackedStep
  }
  get start(): PositionJson {
    return this.positions[this.base] as PositionJson
  }
  get done(): boolean {
    return this.stage === 'solved' || this.stage === 'shown'
  }
  readonly names = $derived.by(() =>
    this.puzzle.position.scores.map((_, seat) =>
      seat === this.own ? t('puzzles.you', { colour: colourOf(seat) }) : colourOf(seat),
    ),
  )
  get n(): number {
    return this.nNow
  }
  get moves(): readonly string[] {
    return this.state.moves
  }
  get position(): PositionJson {
    return this.positions.at(-1) as PositionJson
  }
  get seat(): number | null {
    return this.stage === 'asked' ? this.own : null
  }
  get drafted(): string[] {
    return this.made.slice(this.base)
  }
  private get complete(): boolean {
    return this.drafted.length > 0 && !isGoingOn(this.start, this.position)
  }

  readonly state = $derived.by((): TableState => {
    const { position, stage } = this
    const drafting = stage === 'asked' || stage === 'wrong'
    const turns = turnsOf({ positions: this.positions, moves: this.made, tags: {} })
    const draft = drafting && this.drafted.length > 0
    return localTable({
      n: this.nNow,
      table: '',
      phase: 'playing',
      options: optionsOf(position),
      your_seat: this.own,
      seats: position.scores.map(() => ({ bot: null, user: null, status: 'here' })),
      position,
      acting: stage === 'asked' ? this.own : stage === 'answer' ? position.turn : null,
      draft: draft ? { seat: this.own, moves: this.drafted, complete: this.complete } : null,
      moves: stage === 'asked' && !this.complete ? this.legal : [],
      turns: (draft ? turns.slice(0, -1) : turns).map(({ seat, moves }) => [seat, moves]),
    })
  })

  // --- questions

  previews = async (): Promise<Record<string, number[]>> => this.engine.previews()

  why = (move: string): Promise<RefusalInfo | null> => whyNot(this.position, move)

  replay = async (): Promise<Replay> =>
    replayOf({ positions: this.positions, moves: this.made, tags: {} }, this.engine.details().sheets)

  // --- commands

  place = async (move: string): Promise<RefusalInfo | null> => {
    if (!this.moves.includes(move)) return { code: 'illegal_move', message: t('turn.choose') }
    this.play(move)
    return null
  }

  takeBack = async (): Promise<RefusalInfo | null> => {
    if (this.stage === 'asked' && this.drafted.length) this.backTo(this.made.length - 1)
    return null
  }

  confirm = async (): Promise<RefusalInfo | null> => {
    if (this.stage !== 'asked' || !this.complete) return null
    if (this.isRight()) await this.goOn()
    else this.miss()
    return null
  }

  command = async (): Promise<RefusalInfo | null> => null

  again(): void {
    this.criticism = null
    this.stage = 'asked'
    this.backTo(this.base)
  }

  hint(): void {
    this.tell(false)
    this.hints++
  }

  /** Plays the rest of the solution. */
  async show(): Promise<void> {
    this.tell(false)
    this.criticism = null
    this.backTo(this.base)
    const moment = ++this.moment
    this.stage = 'answer'
    for (let number = this.step; number < this.puzzle.steps.length; number++) {
      const { turn, replies } = this.puzzle.steps[number] as PackedStep
      if (!(await this.act([turn, ...replies], moment))) return
    }
    this.stage = 'shown'
  }

  /** Asks this device's own engine for its turn; it may disagree. */
  async ask(): Promise<void> {
    const [first] = this.puzzle.steps as [PackedStep]
    const start = this.puzzle.position
    this.doubt = 'thinking'
    try {
      const engine = await this.thinking()
      const turn = await turnOf(engine, start)
      const agrees = has(first.key, turn, replayed(engine, start, turn))
      this.doubt = !agrees && (await isBetter(engine, start, turn, first.turn)) ? { turn } : 'none'
    } catch {
      this.doubt = null
    }
  }

  // --- judging

  private isRight(): boolean {
    return has(this.asked.key, this.drafted, this.positions.slice(this.base))
  }

  private async goOn(): Promise<void> {
    const { turn, replies } = this.asked
    const moment = ++this.moment
    this.swapped = false
    if (this.step === this.puzzle.steps.length - 1) {
      this.stage = 'solved'
      this.tell(true)
      return this.settle()
    }
    this.stage = 'answer'
    if (this.drafted.join() !== turn.join() && [...this.drafted].sort().join() !== [...turn].sort().join()) {
      this.swapped = true
      this.backTo(this.base)
      for (const move of turn) this.play(move)
    }
    if (!(await this.act(replies, moment))) return
    this.step++
    this.hints = 0
    this.base = this.made.length
    this.stage = 'asked'
    this.settle()
  }

  private miss(): void {
    this.tell(false)
    this.stage = 'wrong'
    const turn = this.drafted
    this.criticism = { turn, move: null, faults: [], mark: null, opinion: null }
    this.settle()
    void this.criticise(turn).catch(() => undefined)
  }

  /** First what the numbers say, then, where there is a server, the reasons. */
  private async criticise(turn: string[]): Promise<void> {
    const { start } = this
    const wanted = this.asked
    const engine = await this.thinking()
    const opinion = await compare(engine, start, turn, wanted.turn)
    const mark = engine.markOf(opinion.loss)
    this.say(turn, { opinion, mark })
    const better = wanted.turn.includes(turn[0] as string) ? wanted.turn : wanted.key
    // What follows is known after the whole turn only.
    const instead = { ...opinion.instead, ...(better === wanted.turn ? {} : { line: [] }) }
    const body = { position: start, played: turn, better, after: opinion.after, instead }
    const reasons = await asked<Worse>('/puzzles/worse', body)
    if (reasons) this.say(turn, { move: reasons.move, faults: reasons.faults })
    if (engine.markOf(-opinion.loss) === null || !(await isBetter(engine, start, turn, wanted.turn))) return
    if (this.step === 0) this.doubt = { turn }
  }

  private say(turn: string[], more: Partial<Criticism>): void {
    if (this.criticism?.turn === turn) this.criticism = { ...this.criticism, ...more }
  }

  private thinking(): Promise<Engine> {
    this.thinker ??= Engine.load()
    return this.thinker
  }

  // --- the course of things

  /** The turns of others, one placement after the other; false when something else was wanted meanwhile. */
  private async act(turns: readonly (readonly string[])[], moment: number): Promise<boolean> {
    for (const move of turns.flat()) {
      await new Promise((done) => setTimeout(done, REPLY_MS))
      if (moment !== this.moment) return false
      const seat = this.position.turn ?? 0
      this.play(move)
      this.latest = placedHere(seat, move)
    }
    return true
  }

  private play(move: string): void {
    this.engine.play(move)
    this.positions = [...this.positions, this.engine.position]
    this.made = [...this.made, move]
    this.settle()
  }

  private backTo(ply: number): void {
    this.positions = this.positions.slice(0, ply + 1)
    this.made = this.made.slice(0, ply)
    this.engine.open(this.position)
    this.settle()
  }

  private settle(): void {
    const { position } = this
    this.legal = position.phase === 'over' ? [] : this.engine.moves
    this.nNow++
    const palaces = claimsOf(this.engine, position)
    this.details = { type: 'details', id: null, n: this.nNow, ...this.engine.details(), palaces }
  }
}

/** Are all of these placements in a turn, in whatever order? A roof is on its palace, however that has grown in the turn. */
export function has(
  key: readonly string[],
  turn: readonly string[],
  before: readonly PositionJson[],
): boolean {
  return key.every((wanted) => turn.some((move, at) => isSame(wanted, move, before[at])))
}

function isSame(wanted: string, move: string, before: PositionJson | undefined): boolean {
  if (wanted === move) return true
  const [one, other] = [parseMove(wanted), parseMove(move)]
  if (!before || one.piece !== other.piece || !isRoof(one.piece) || !one.cell || !other.cell) return false
  return palaceAt(before, one.cell)?.buildings.includes(other.cell) ?? false
}

/** The positions in which the moves of a turn are made. */
function replayed(engine: Engine, start: PositionJson, turn: readonly string[]): PositionJson[] {
  engine.open(start)
  return turn.map((move) => {
    const before = engine.position
    engine.play(move)
    return before
  })
}

const optionsOf = ({ edition, players, gates }: PositionJson): Options => ({
  edition,
  players: players as NonNullable<Options['players']>,
  gates,
  stocks: 'open',
})

/** Whoever waits longer for a reason does without, and so does whoever has no network. */
async function asked<Answer>(path: string, body: unknown): Promise<Answer | null> {
  const late = new Promise<null>((done) => setTimeout(done, REASON_MS, null))
  return navigator.onLine ? Promise.race([post<Answer>(path, body), late]).catch(() => null) : null
}
