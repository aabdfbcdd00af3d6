/** Walking and changing a tree of lines. Trees stay as they are: a change gives a new one, so that it can be undone. */
import type { PositionJson } from '../generated/api'
import { RECORDS } from '../generated/tables'
import { goesOn, roundAfter, UNREMARKED, type Remarks, type Tree, type Turn } from '../solo/tree'

/** The way to a turn: at every step, which of the turns that may follow. */
export type Path = readonly number[]

/** A moment: so many placements into the turn at the end of a path; at the start of all lines the path is empty. */
export interface Moment {
  path: Path
  placed: number
}

export const START: Moment = { path: [], placed: 0 }

/** What the change made of the tree, and where one is then. */
export interface Changed {
  tree: Tree
  moment: Moment
}

export const turnAt = (tree: Tree, path: Path): Turn | undefined => turnsTo(tree, path).at(-1)

/** All turns on the way, that turn with them. */
export function turnsTo(tree: Tree, path: Path): Turn[] {
  const turns: Turn[] = []
  for (const number of path) {
    const turn = (turns.at(-1) ?? tree).next[number]
    if (!turn) break
    turns.push(turn)
  }
  return turns
}

/** The turn, the turns that might be played in its place with it, and the position all of them begin in. */
export function aroundOf(
  tree: Tree,
  path: Path,
): { turn: Turn | undefined; instead: readonly Turn[]; begin: PositionJson } {
  const turns = turnsTo(tree, path)
  const before = turns.at(-2)
  return {
    turn: turns.at(-1),
    instead: path.length ? (before ?? tree).next : [],
    begin: before?.positions.at(-1) ?? tree.start,
  }
}

export function positionAt(tree: Tree, { path, placed }: Moment): PositionJson {
  return turnAt(tree, path)?.positions[placed - 1] ?? tree.start
}

/** Is everything of this turn placed? */
export function isWhole(turn: Turn, begin: PositionJson): boolean {
  return !goesOn(turn.positions.at(-2) ?? begin, turn.positions.at(-1) as PositionJson)
}

// --- going

export const endOf = (tree: Tree, path: Path): Moment => ({
  path,
  placed: turnAt(tree, path)?.moves.length ?? 0,
})

/** One placement on, along the line. */
export function forward(tree: Tree, moment: Moment): Moment {
  const { path, placed } = moment
  const turn = turnAt(tree, path)
  if (turn && placed < turn.moves.length) return { path, placed: placed + 1 }
  return (turn ?? tree).next.length ? { path: [...path, 0], placed: 1 } : moment
}

/** One placement back. */
export function back(tree: Tree, { path, placed }: Moment): Moment {
  if (placed > 1) return { path, placed: placed - 1 }
  return path.length ? endOf(tree, path.slice(0, -1)) : START
}

/** To the end of the line one is on. */
export function lastOf(tree: Tree, { path }: Moment): Moment {
  const longer = [...path]
  for (let turn = turnAt(tree, path) ?? tree; turn.next[0]; turn = turn.next[0]) longer.push(0)
  return endOf(tree, longer)
}

/** The turn before or after it among those that might be played in its place. */
export function beside(tree: Tree, moment: Moment, by: 1 | -1): Moment {
  const { instead } = aroundOf(tree, moment.path)
  const number = (moment.path.at(-1) ?? 0) + by
  return instead[number] ? endOf(tree, [...moment.path.slice(0, -1), number]) : moment
}

// --- changing

/** The tree with one turn made into others, or into none. */
function edited(
  tree: Tree,
  path: Path,
  change: (turns: readonly Turn[], number: number) => readonly Turn[],
): Tree {
  const [first, ...rest] = path
  if (first === undefined) return tree
  const within = <Parent extends Tree | Turn>(parent: Parent, [number = 0, ...more]: Path): Parent => ({
    ...parent,
    next: more.length
      ? parent.next.map((turn, index) => (index === number ? within(turn, more) : turn))
      : change(parent.next, number),
  })
  return within(tree, [first, ...rest])
}

/** Plays a move at a moment, where it is new as a line of its own. `after` is the position that it leads to. */
export function played(tree: Tree, moment: Moment, move: string, after: () => PositionJson): Changed {
  const { path, placed } = moment
  const { turn, instead, begin } = aroundOf(tree, path)
  const whole = !turn || (placed === turn.moves.length && isWhole(turn, begin))
  const before = whole ? [] : turn.moves.slice(0, placed)
  const others = whole ? (turn ?? tree).next : instead
  const root = whole ? path : path.slice(0, -1)
  const moves = [...before, move]
  const known = nearest(others, moves, whole ? 0 : (path.at(-1) ?? 0))
  if (known !== undefined) return { tree, moment: { path: [...root, known], placed: moves.length } }
  if (turn && !whole && placed === turn.moves.length) {
    const longer = { ...turn, moves, positions: [...turn.positions, after()] }
    return { tree: replaced(tree, path, longer), moment: { path, placed: moves.length } }
  }
  const parent = turnAt(tree, root)
  const seat = (parent?.positions.at(-1) ?? tree.start).turn ?? 0
  const positions = [...(whole ? [] : turn.positions.slice(0, placed)), after()]
  const added: Turn = { ...UNREMARKED, seat, round: roundAfter(parent, seat), moves, positions, next: [] }
  const path_ = [...root, others.length]
  return {
    tree: edited(tree, path_, (turns) => [...turns, added]),
    moment: { path: path_, placed: moves.length },
  }
}

/** The turn that begins with these moves; the one at hand, if it does. */
function nearest(turns: readonly Turn[], moves: readonly string[], own: number): number | undefined {
  const begins = (turn: Turn | undefined): boolean =>
    moves.every((move, index) => turn?.moves[index] === move)
  if (begins(turns[own])) return own
  const found = turns.findIndex(begins)
  return found < 0 ? undefined : found
}

const replaced = (tree: Tree, path: Path, turn: Turn): Tree =>
  edited(tree, path, (turns, number) => turns.map((other, index) => (index === number ? turn : other)))

export function remarked(tree: Tree, path: Path, remarks: Partial<Remarks>): Tree {
  const turn = turnAt(tree, path)
  return turn && path.length ? replaced(tree, path, { ...turn, ...remarks }) : tree
}

/** Without that turn and all that follows it. */
export function without(tree: Tree, { path }: Moment): Changed {
  const parent = path.slice(0, -1)
  return {
    tree: edited(tree, path, (turns, number) => turns.filter((_, index) => index !== number)),
    moment: endOf(tree, parent),
  }
}

/** How deep the variation lies: how often one turns off on the way. */
export const depthOf = (path: Path): number => path.filter(Boolean).length

/** The variation one is in and the line it turned off from have changed places. */
export function promoted(tree: Tree, { path, placed }: Moment): Changed {
  const turnedOff = path.findLastIndex(Boolean)
  if (turnedOff < 0) return { tree, moment: { path, placed } }
  return {
    tree: edited(tree, path.slice(0, turnedOff + 1), swappedWithFirst),
    moment: { path: path.map((number, index) => (index === turnedOff ? 0 : number)), placed },
  }
}

/** Everything on the way here is the main line. */
export function mainLined(tree: Tree, moment: Moment): Changed {
  let changed: Changed = { tree, moment }
  while (depthOf(changed.moment.path)) changed = promoted(changed.tree, changed.moment)
  return changed
}

const swappedWithFirst = (turns: readonly Turn[], number: number): readonly Turn[] =>
  turns.map((turn, index) => turns[index === 0 ? number : index === number ? 0 : index] ?? turn)

// --- limits and addresses

/** Can a record hold all of it? */
export function fits(tree: Tree): boolean {
  const { placements, depth } = sizeOf(tree)
  return placements <= RECORDS.placements && depth <= RECORDS.nested
}

/** How many placements all lines have together, and how deep they lie in one another. */
export function sizeOf(tree: Tree): { placements: number; depth: number } {
  const size = { placements: 0, depth: 0 }
  const left: [turns: readonly Turn[], depth: number][] = [[tree.next, 0]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [turns, depth] = next
    turns.forEach((turn, number) => {
      const own = depth + (number ? 1 : 0)
      size.placements += turn.moves.length
      size.depth = Math.max(size.depth, own)
      left.push([turn.next, own])
    })
  }
  return size
}

/**
 * A moment in an address: so many placements along the line, then the number of the variation to turn off into, so many placements
 * into that one, and so on. Without variations it is the number that a replay's address has.
 */
export function momentText(tree: Tree, { path, placed }: Moment): string {
  const turns = turnsTo(tree, path)
  const numbers = [0]
  path.forEach((number, index) => {
    if (number) numbers.push(number, 0)
    numbers[numbers.length - 1]! += index < path.length - 1 ? (turns[index]?.moves.length ?? 0) : placed
  })
  return numbers.join('.')
}

/** The moment of an address; as far as the tree goes. */
export function momentIn(tree: Tree, text: string): Moment {
  const [first = 0, ...rest] = text.split('.').map(Number)
  let moment = along(tree, START, first)
  for (let index = 0; index < rest.length; index += 2) {
    const path = [...moment.path, rest[index] as number]
    if (!turnAt(tree, path) || turnsTo(tree, path).length < path.length) return moment
    moment = along(tree, { path, placed: 0 }, rest[index + 1] ?? 1)
  }
  return moment.placed || !moment.path.length ? moment : forward(tree, moment)
}

function along(tree: Tree, moment: Moment, placements: number): Moment {
  for (let left = placements; left > 0; left--) {
    const next = forward(tree, moment)
    if (next === moment) break
    moment = next
  }
  return moment
}
