/**
 * The engine on this device: the rules at once, thinking in workers. What a screen may use of this folder.
 *
 * A session begins with `load`, which fetches the module; networks follow when somebody thinks. `open` puts up a
 * position, `play` changes it. `think` goes on until its budget is used up, `stop` is called or another position is
 * thought about. `close` gives all memory back.
 */
import type { BestMove, DetailsOf, PositionJson } from '../generated/api'
import { BOTS, MARKS, TASTE } from '../generated/engine'
import { Core, type Option } from './core'
import type { Glances, Look, Report, Task } from './searching'
import { siteSource, type Source } from './source'
import { textOf } from './texts'

/** When to stop thinking, and on how many workers. Without a limit it goes on until stopped or memory is full. */
export interface Budget {
  seconds?: number
  nodes?: number
  workers?: number
  /** How many of the best moves are told. */
  lines?: number
  /** The same seed and nodes on as many workers give the same answer. */
  seed?: number
}

/** What every seat may expect, and the best moves, best first, each with its share of the search. */
export interface Finding {
  win: number[]
  score: number[]
  best: (BestMove & { share: number })[]
  /** Where fewer moves were looked into than were to be told: those that look best of the others, at first sight. */
  sights: Glance[]
  nodes: number
  seconds: number
  done: boolean
}

/** Chances and final scores, by seat. */
export type Promised = Pick<BestMove, 'win' | 'score'>

/** What a move promises at first sight. */
export interface Glance {
  move: string
  win: number[]
  score: number[]
}

/** A searcher somewhere else. */
export interface Helper {
  postMessage(task: Task | Look | null): void
  onmessage: ((event: { data: Report | Glances }) => void) | null
  onerror: ((event: { message: string }) => void) | null
  terminate(): void
}

const MEGABYTE = 2 ** 20
const SEEDS_APART = 7919 // as `Team` has it
const MOST_WORKERS = 16

/** What a worker may take: less where the browser says that there is little. */
export function memoryAWorker(): number {
  const gigabytes = (navigator as { deviceMemory?: number }).deviceMemory ?? 8
  return (gigabytes <= 4 ? 32 : 64) * MEGABYTE
}

const cores = () => navigator.hardwareConcurrency ?? 2
/** As many workers as there are cores to spare: one is left to the page. */
export const sparedCores = () => Math.max(1, Math.min(MOST_WORKERS, cores() - 1))
/** For work that has an end, both where there are two: the page has little to do meanwhile, and half of the machine would lie idle. */
export const coresForAWhile = () => Math.max(sparedCores(), Math.min(2, cores()))

/** One for all engines of a page: what was fetched and compiled once is there at once the next time. */
const ofThisSite = siteSource()
const siteHelper = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as Helper

export class Engine {
  private helpers: Helper[] = []
  /** Who makes maps, beside the searchers. */
  private looker: Helper | null = null
  /** Maps are made one after the other. */
  private looked: Promise<unknown> = Promise.resolve()
  private stopping: (() => void) | null = null
  private task = 0

  private constructor(
    private readonly core: Core,
    private readonly source: Source,
    private readonly hire: () => Helper,
  ) {}

  static async load(source: Source = ofThisSite, hire: () => Helper = siteHelper): Promise<Engine> {
    return new Engine(new Core(await source.module()), source, hire)
  }

  // --- the rules

  /** Puts up a position in which every hand is known. */
  open(position: PositionJson): void {
    this.stop()
    this.core.open(position)
  }

  get position(): PositionJson {
    return this.core.position()
  }

  /** The legal moves as they are written, sorted; none when the game is over. */
  get moves(): string[] {
    return this.core.moves()
  }

  /** Plays a legal move, and throws at any other. */
  play(move: string): void {
    this.stop()
    this.core.play(this.core.code(move))
  }

  get scores(): number[] {
    return this.core.scores()
  }

  /** Score change per seat of each move that changes any. */
  previews(): Record<string, number[]> {
    return this.core.previews()
  }

  details(): DetailsOf {
    return this.core.details()
  }

  // --- judging, by the code that judges on the server

  /** How much less a seat is promised than it could have had, in shares of a win. */
  loss(seat: number, could: Promised, has: Promised): number {
    return this.core.value(seat, could.win, could.score) - this.core.value(seat, has.win, has.score)
  }

  /** Is it enough to look twice? */
  isSuspicious(loss: number): boolean {
    return this.core.grade(loss) > 0
  }

  /** What a move that lost so much is called, if it was a mistake. */
  markOf(loss: number): (typeof MARKS)[number] {
    return MARKS[this.core.grade(loss)] ?? null
  }

  // --- thinking

  /** What each legal move promises at first sight; of one piece by its letter. */
  async map(piece?: string): Promise<Glance[]> {
    const { state, game } = { state: this.core.state, game: this.game }
    const [module, network] = await Promise.all([this.source.module(), this.source.network(game)])
    const looked = this.looked.then(() => this.survey({ look: true, module, network, state, taste: TASTE }))
    this.looked = looked.catch(() => undefined)
    const glances = await looked
    const texts = glances.map(({ move, ...promised }) => ({
      move: textOf(move, promised.win.length),
      ...promised,
    }))
    return texts.filter(({ move }) => piece === undefined || move.startsWith(piece))
  }

  private survey(look: Look): Promise<Glances> {
    const looker = (this.looker ??= this.hire())
    return new Promise((done, failed) => {
      looker.onerror = ({ message }) => failed(new Error(message))
      looker.onmessage = ({ data }) => done(data as Glances)
      looker.postMessage(look)
    })
  }

  /** Thinks about the position that is up, with the strongest's taste; `tell` hears of every better view. */
  async think(budget: Budget, tell: (finding: Finding) => void = () => {}): Promise<Finding> {
    this.stop()
    if (this.core.turn < 0) return this.verdict()
    const begin = performance.now()
    const merged = await this.search(this.game, TASTE, budget, false, (reports) =>
      tell(this.finding(reports, budget, begin)),
    )
    return this.finding(merged, budget, begin)
  }

  /** The move of a bot by its name. */
  async choose(bot: string, budget: Budget = {}): Promise<string> {
    const moves = this.moves
    if (moves.length === 1) return moves[0]!
    if (bot === 'random') return anyOf(moves)
    if (bot === 'greedy') return anyOf(this.core.greediest())
    const { taste, nodes, mind } = BOTS[bot]!
    const limited =
      nodes === null ? budget : { ...budget, nodes: Math.min(nodes, budget.nodes ?? nodes), workers: 1 }
    const seed = budget.seed ?? Math.floor(Math.random() * 2 ** 50)
    const reports = await this.search(mind ?? this.game, taste, { ...limited, seed }, true, () => {})
    const [, first] = this.merge(reports)
    if (!first) throw new Error('Stopped before there was anything to say')
    return textOf(first.move, first.wishes.length)
  }

  /** Ends thinking; the workers stay for the next time. */
  stop(): void {
    this.stopping?.()
    this.stopping = null
  }

  /** Ends everything and gives the memory back. */
  close(): void {
    this.stop()
    for (const helper of this.helpers) helper.terminate()
    this.looker?.terminate()
    this.helpers = []
    this.looker = null
  }

  private get game(): string {
    const { edition, players } = this.position
    return `${edition}${players}`
  }

  /** Lets workers search until all are done or stopped; answers with the last report of each. */
  private async search(
    mind: string,
    taste: number[],
    budget: Budget,
    untilClear: boolean,
    tell: (reports: Report[]) => void,
  ): Promise<Report[]> {
    this.stop()
    const count = Math.min(budget.workers ?? 1, MOST_WORKERS)
    const state = this.core.state
    const task = ++this.task
    let stopped = false
    this.stopping = () => (stopped = true)
    const [module, network] = await Promise.all([this.source.module(), this.source.network(mind)])
    while (this.helpers.length < count) this.helpers.push(this.hire())
    const reports: (Report | undefined)[] = Array(count).fill(undefined)
    const helpers = this.helpers.slice(0, count)
    return new Promise((done, failed) => {
      const finish = () => {
        for (const helper of helpers) [helper.onmessage, helper.onerror] = [null, null]
        done(reports.filter((report) => report !== undefined))
      }
      const stop = () => {
        for (const helper of helpers) helper.postMessage(null)
        finish()
      }
      helpers.forEach((helper, number) => {
        helper.onerror = ({ message }) => failed(new Error(message))
        helper.onmessage = ({ data }) => {
          if (!('task' in data) || data.task !== task) return // of a search that was stopped
          reports[number] = data
          if (reports.some((report) => report === undefined)) return
          tell(reports as Report[])
          if (reports.every((report) => report!.done)) finish()
        }
        helper.postMessage({
          task,
          module,
          network,
          state,
          taste,
          seed: BigInt(budget.seed ?? 0) + BigInt(SEEDS_APART * number),
          memory: memoryAWorker(),
          time: budget.seconds === undefined ? null : 1000 * budget.seconds,
          nodes: budget.nodes === undefined ? null : Math.max(1, Math.floor((budget.nodes + number) / count)),
          untilClear,
        })
      })
      if (stopped) stop()
      else this.stopping = stop
    })
  }

  private finding(reports: Report[], budget: Budget, begin: number): Finding {
    const [whole, ...options] = this.merge(reports)
    const seen = options.filter(({ visits }) => visits > 0)
    // After a single node there are values but no visits yet.
    const shown = seen.length
      ? seen
      : options.slice(0, 1).map(({ move }) => ({ ...whole!, move, visits: 1, line: [] }))
    const all = shown.reduce((sum, { visits }) => sum + visits, 0)
    const lines = budget.lines ?? 5
    const best = shown.slice(0, lines).map((one) => ({
      ...promised(one),
      line: one.line.map((code) => textOf(code, one.wishes.length)),
      share: one.visits / all,
    }))
    const others = options.slice(shown.length, Math.max(shown.length, lines))
    return {
      win: best[0]?.win ?? [],
      score: best[0]?.score ?? [],
      best,
      sights: others.map(promised),
      nodes: reports.reduce((sum, { nodes }) => sum + nodes, 0),
      seconds: (performance.now() - begin) / 1000,
      done: reports.every(({ done }) => done),
    }
  }

  /** First the position, then its moves; nothing when no searcher has told anything. */
  private merge(reports: readonly Report[]): Option[] {
    return reports.length
      ? this.core.merge(
          reports.map(({ found }) => found),
          reports[0]!.players,
        )
      : []
  }

  /** A finished game needs no search. */
  private verdict(): Finding {
    const score = this.scores
    const most = Math.max(...score)
    const winners = score.filter((points) => points === most).length
    const win = score.map((points) => (points === most ? 1 / winners : 0))
    return { win, score, best: [], sights: [], nodes: 0, seconds: 0, done: true }
  }
}

const anyOf = (moves: string[]) => moves[Math.floor(Math.random() * moves.length)]!

const promised = ({ move, chances, finals }: Option): Glance => ({
  move: textOf(move, chances.length),
  win: chances,
  score: finals,
})
