/** What one searcher does in its worker: a tree that grows in small steps, so that it hears when it is to stop. */
import { Core, roomIn } from './core'

/** A position to think about. */
export interface Task {
  /** Its number, which every report on it names. */
  task: number
  module: WebAssembly.Module
  network: Float32Array
  state: BigInt64Array
  taste: number[]
  seed: bigint
  /** How much memory its tree may take, in bytes. */
  memory: number
  /** When to stop: milliseconds from now, positions looked into; without either when told. */
  time: number | null
  nodes: number | null
  /** Stop as soon as no other move can become the one most looked into. */
  untilClear: boolean
}

export interface Report {
  task: number
  /** What was found, as `Core.merge` takes it, of so many players. */
  found: Float64Array
  players: number
  nodes: number
  done: boolean
}

/** A position to be looked at once. */
export type Look = Pick<Task, 'module' | 'network' | 'state' | 'taste'> & { look: true }

/** What each legal move promises at first sight. */
export type Glances = { move: number; win: number[]; score: number[] }[]

const GLANCE_ROOM = 4096

export function look({ network, state, taste }: Look, core: Core): Glances {
  core.prepare(network, GLANCE_ROOM)
  core.state = state
  core.begin(taste, 0n)
  core.search(1)
  return core
    .glances()
    .map(({ move, wishes, finals }) => ({ move, win: core.chances(wishes, finals), score: finals }))
}

const STEP = 12 // milliseconds
const REPORT = 100

/** Begins to think; `tell` hears of every better view. The answer stops it. */
export function think(
  task: Task,
  core: Core,
  tell: (report: Report) => void,
  pause: () => Promise<void>,
): () => void {
  core.prepare(task.network, roomIn(task.memory))
  core.state = task.state
  core.begin(task.taste, task.seed)
  let stopped = false
  void grow(core, task, tell, pause, () => stopped)
  return () => (stopped = true)
}

async function grow(
  core: Core,
  task: Task,
  tell: (report: Report) => void,
  pause: () => Promise<void>,
  stopped: () => boolean,
): Promise<void> {
  const begin = performance.now()
  const over = () => task.time !== null && performance.now() - begin >= task.time
  const left = () => nodesLeft(core, task, performance.now() - begin)
  let [rounds, told] = [1, -Infinity]
  let sights: Sights | null = null
  for (;;) {
    const start = performance.now()
    core.search(Math.min(rounds, task.nodes === null ? Infinity : task.nodes - core.nodes))
    sights ??= sightsOf(core)
    const now = performance.now()
    rounds = Math.max(1, Math.min(4 * rounds, Math.floor((rounds * STEP) / Math.max(now - start, 0.01))))
    const clear = task.untilClear && lead(core) > left()
    const done = core.full || over() || clear || core.nodes >= (task.nodes ?? Infinity)
    if (done || now - told >= REPORT) {
      tell({
        task: task.task,
        found: core.found(sights),
        players: core.players,
        nodes: core.nodes,
        done,
      })
      told = now
    }
    if (done) return
    await pause()
    if (stopped()) return // by now the core is another task's
  }
}

/** The final scores that each of the root's moves promises at first sight. */
type Sights = ReadonlyMap<number, number[]>

/** The tree keeps only wishes of what nobody has looked into, so the scores have to be taken down after the first look. */
const sightsOf = (core: Core): Sights => new Map(core.glances().map(({ move, finals }) => [move, finals]))

/** By how many visits the first of the root's moves leads the second. */
function lead(core: Core): number {
  const [first = 0, second = 0] = core.visits().sort((a, b) => b - a)
  return first - second
}

/** How many positions are still to come, by the number allowed or at the pace so far. */
function nodesLeft(core: Core, task: Task, spent: number): number {
  const byNumber = task.nodes === null ? Infinity : task.nodes - core.nodes
  const byTime = task.time === null ? Infinity : (core.nodes * (task.time - spent)) / Math.max(spent, 0.001)
  return Math.min(byNumber, byTime)
}
