/** A game as it lies in its list of positions: turn by turn, as a film, and as `.mgn` text. */
import type { PositionJson, Replay, ScoreSheet } from '../generated/api'
import starts from '../generated/starts.json'
import { switchText, unusualSwitches, type SwitchName, type SwitchValue } from '../table/switches'
import { firstPosition } from './start'
import { goesOn, lineFrom, roundAfter, UNREMARKED, type Tree, type Turn } from './tree'

export interface Course {
  /** The first position and the one after every move. */
  positions: readonly PositionJson[]
  moves: readonly string[]
  tags: Readonly<Record<string, string>>
}

/** Is a turn under way in this position? */
export const isMidTurn = ({ positions }: Pick<Course, 'positions'>, ply: number): boolean =>
  ply > 0 && goesOn(positions[ply - 1] as PositionJson, positions[ply] as PositionJson)

/** A turn with the number of its first move. */
export type Word = Pick<Turn, 'seat' | 'round'> & { moves: string[]; start: number }

export function turnsOf(course: Course): Word[] {
  const turns: Word[] = []
  course.moves.forEach((move, ply) => {
    const last = turns.at(-1)
    if (last && isMidTurn(course, ply)) return void last.moves.push(move)
    const seat = course.positions[ply]?.turn ?? 0
    turns.push({ seat, round: roundAfter(last, seat), moves: [move], start: ply })
  })
  return turns
}

/** A tree of one line. */
export function treeOf(course: Course): Tree {
  const next = turnsOf(course).reduceRight<Turn[]>((later, { start, ...turn }) => {
    const positions = course.positions.slice(start + 1, start + 1 + turn.moves.length)
    return [{ ...UNREMARKED, ...turn, positions, next: later }]
  }, [])
  return { tags: course.tags, start: course.positions[0] as PositionJson, next }
}

/** The line of a tree that was played. */
export function courseOf({ tags, start, next }: Tree): Course {
  const line = lineFrom(next)
  return {
    tags,
    positions: [start, ...line.flatMap(({ positions }) => positions)],
    moves: line.flatMap(({ moves }) => moves),
  }
}

/** As the server tells a game that is looked back at. */
export function replayOf(course: Course, sheets: ScoreSheet[]): Replay {
  const [first] = course.positions as [PositionJson]
  const last = course.positions.at(-1) ?? first
  const turns = turnsOf(course).map(({ seat, round, moves, start }) => {
    const after = course.positions.slice(start + 1, start + 1 + moves.length)
    return { seat, round, moves, scores: after.map(({ scores }) => scores) }
  })
  const over = last.phase === 'over'
  return { tags: course.tags, first, last, turns, over, record: recordOf(course), sheets, analysis: null }
}

export const recordOf = (course: Course): string => treeRecord(treeOf(course))

/** All of it as `.mgn` text. */
export function treeRecord(tree: Tree): string {
  const lines = tagsOf(tree).map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]`)
  const end = lineFrom(tree.next).at(-1)?.positions.at(-1) ?? tree.start
  const result = end.phase === 'over' ? end.scores.join(' ') : '*'
  return [...lines, '', ...roundsOf(tree.next), result, ''].join('\n')
}

/** A line with its variations, one text a round. */
function roundsOf([first, ...instead]: readonly Turn[]): string[] {
  const rounds = new Map<number, string[]>()
  for (let turn = first, others = instead; turn; [turn, ...others] = turn.next) {
    const words = rounds.get(turn.round) ?? rounds.set(turn.round, []).get(turn.round)!
    words.push([wordOf(turn), ...others.map((other) => `(${roundsOf([other]).join(' ')})`)].join(' '))
  }
  return [...rounds].map(([round, words]) => `${round}. ${words.join(' ')}`)
}

function wordOf({ moves, sign, rings, arrows, comment }: Turn): string {
  const drawn = [...rings, ...arrows.map((arrow) => arrow.join('-'))].join(' ')
  return moves.join(',') + sign + (drawn && `<${drawn}>`) + (comment && `{${comment}}`)
}

/** All tags in the order the package writes them. */
function tagsOf({ tags, start }: Tree): [string, string][] {
  const own = Object.entries(tags)
  const first = ['Event', 'Date']
  const seats = Array.from({ length: start.players }, (_, seat) => `Seat${seat}`)
  const named = (names: string[]) => names.flatMap((name) => own.filter(([tag]) => tag === name))
  const placed = [...first, ...seats]
  return [
    ...named(first),
    ...gameTags(start),
    ...named(seats),
    ...own.filter(([tag]) => !placed.includes(tag)),
  ]
}

/** The tags that describe the game: what is not said is as the edition has it. One that somebody set up is told as it is. */
export function gameTags(start: PositionJson): [string, string][] {
  const unusual = new Map(unusualSwitches(start.options, start.edition))
  const well = Object.keys(start.cells).find((at) => start.cells[at] === 'well')
  const [market] = start.streets[0] ?? []
  const switched = Object.entries(starts.tags) as [string, SwitchName][]
  const game: [string, string][] = [
    ['Edition', start.edition],
    ['Rules', String(start.rules)],
    ['Players', String(start.players)],
    ['Gates', switchText(start.gates)],
  ]
  const { edition, players, gates } = start
  const first = firstPosition({ edition, players, gates, switches: start.options }, { well, market })
  if (!isSame(start, first)) return [...game, ['Position', JSON.stringify(start)]]
  return [
    ...game,
    ...(well || unusual.has('well') ? ([['Well', well ?? 'no']] as [string, string][]) : []),
    ...(market ? ([['Market', market]] as [string, string][]) : []),
    ...switched
      .filter(([, name]) => unusual.has(name))
      .map(([tag, name]): [string, string] => [tag, switchText(unusual.get(name) as SwitchValue)]),
  ]
}

/** Equal as JSON, in whatever order its names stand. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  const [names, others] = [Object.keys(one), Object.keys(other)]
  return (
    names.length === others.length &&
    names.every((name) => isSame(one[name as keyof typeof one], other[name as keyof typeof other]))
  )
}
