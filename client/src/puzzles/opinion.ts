/** What the engine of this device thinks of two turns, each looked into from where it leads. */
import type { Engine, Promised } from '../engine/engine'
import type { GivenPromise, PositionJson } from '../generated/api'

const NODES = 1500
const DEEPER = 4
const LONGEST_LINE = 8

export interface Opinion {
  after: GivenPromise
  instead: GivenPromise
  /** How much the turn loses beside the other, in shares of a win; less than nothing where it is the better one. */
  loss: number
}

/** As many digits as the server keeps. */
const rounded = (numbers: readonly number[], digits: number): number[] =>
  numbers.map((number) => Number(number.toFixed(digits)))

async function promise(
  engine: Engine,
  start: PositionJson,
  turn: readonly string[],
  nodes: number,
): Promise<GivenPromise> {
  engine.open(start)
  for (const move of turn) engine.play(move)
  const { win, score, best } = await engine.think({ nodes, lines: 1 })
  const line = best[0] ? [best[0].move, ...best[0].line].slice(0, LONGEST_LINE) : []
  return { win: rounded(win, 4), score: rounded(score, 2), line }
}

export async function compare(
  engine: Engine,
  start: PositionJson,
  played: readonly string[],
  better: readonly string[],
  nodes = NODES,
): Promise<Opinion> {
  const after = await promise(engine, start, played, nodes)
  const instead = await promise(engine, start, better, nodes)
  return { after, instead, loss: engine.loss(start.turn ?? 0, instead as Promised, after as Promised) }
}

/** Is the turn clearly better than the other, also when one looks deeper? */
export async function isBetter(
  engine: Engine,
  start: PositionJson,
  played: readonly string[],
  than: readonly string[],
): Promise<boolean> {
  for (const nodes of [NODES, DEEPER * NODES]) {
    const { loss } = await compare(engine, start, played, than, nodes)
    if (engine.markOf(-loss) === null) return false
  }
  return true
}

/** The turn that the engine would make. */
export async function turnOf(engine: Engine, start: PositionJson): Promise<string[]> {
  const turn: string[] = []
  engine.open(start)
  do {
    const { best } = await engine.think({ nodes: DEEPER * NODES, lines: 1 })
    if (!best[0]) break
    turn.push(best[0].move)
    engine.play(best[0].move)
  } while (isGoingOn(start, engine.position))
  return turn
}

/** Is the turn that began there not over yet? */
export const isGoingOn = (start: PositionJson, now: PositionJson): boolean =>
  now.phase === 'play' && now.turn === start.turn && now.placements_left !== now.turn_size
