/** A game as it lies in its list of positions: turn by turn, as a film, and as `.mgn` text. */
import type { PositionJson, Replay, ReplayStep, ScoreSheet } from '../generated/api'
import starts from '../generated/starts.json'
import { SWITCH_EDITIONS, type SWITCHES } from '../generated/tables'
import { firstPosition } from './start'

export interface Course {
  /** The first position and the one after every move. */
  positions: readonly PositionJson[]
  moves: readonly string[]
  tags: Readonly<Record<string, string>>
}

export interface Turn {
  seat: number
  round: number
  moves: string[]
  /** The number of its first move. */
  start: number
}

/** Is a turn under way in this position? Whoever founds the market places on in the same turn. */
export const isMidTurn = ({ positions }: Pick<Course, 'positions'>, ply: number): boolean => {
  const { placements_left, turn_size } = positions[ply] as PositionJson
  return placements_left !== turn_size || (ply === 1 && positions[0]?.phase === 'founding')
}

export function turnsOf(course: Course): Turn[] {
  const turns: Turn[] = []
  course.moves.forEach((move, ply) => {
    const last = turns.at(-1)
    if (last && isMidTurn(course, ply)) return void last.moves.push(move)
    const seat = course.positions[ply]?.turn ?? 0
    const round = last ? last.round + (seat <= last.seat ? 1 : 0) : 1
    turns.push({ seat, round, moves: [move], start: ply })
  })
  return turns
}

/** As the server tells a game that is looked back at. */
export function replayOf(course: Course, sheets: ScoreSheet[]): Replay {
  const steps = turnsOf(course).flatMap(({ seat, round, moves, start }, turn) =>
    moves.map((move, index): ReplayStep => {
      const after = course.positions[start + index + 1] as PositionJson
      return { seat, move, round, turn, scores: after.scores, set: [[[], after]], cut: [] }
    }),
  )
  const [start] = course.positions as [PositionJson]
  const over = course.positions.at(-1)?.phase === 'over'
  return { tags: course.tags, start, steps, over, record: recordOf(course), sheets, analysis: null }
}

export function recordOf(course: Course): string {
  const tags = Object.entries(course.tags)
  const [start] = course.positions as [PositionJson]
  const end = course.positions.at(-1) as PositionJson
  const named = (names: (name: string) => boolean) => tags.filter(([name]) => names(name))
  const lines = [
    ...named((name) => name === 'Date'),
    ...gameTags(start),
    ...named((name) => name !== 'Date'),
  ].map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]`)
  const rounds = new Map<number, string[]>()
  for (const { round, moves } of turnsOf(course))
    rounds.set(round, [...(rounds.get(round) ?? []), moves.join(',')])
  const played = [...rounds].map(([round, words]) => `${round}. ${words.join(' ')}`)
  const result = end.phase === 'over' ? end.scores.join(' ') : '*'
  return [...lines, '', ...played, result, ''].join('\n')
}

/** The tags that describe the game: what is not said is as the edition has it. One that somebody set up is told as it is. */
function gameTags(start: PositionJson): [string, string][] {
  const yesNo = (on: boolean): string => (on ? 'yes' : 'no')
  const options = start.options as Record<(typeof SWITCHES)[number], boolean>
  const unusual = (name: (typeof SWITCHES)[number]): boolean =>
    options[name] !== (SWITCH_EDITIONS[name] === start.edition)
  const well = Object.keys(start.cells).find((at) => start.cells[at] === 'well')
  const [market] = start.streets[0] ?? []
  const switched = Object.entries(starts.tags) as [string, (typeof SWITCHES)[number]][]
  const game: [string, string][] = [
    ['Edition', start.edition],
    ['Players', String(start.players)],
    ['Gates', yesNo(start.gates)],
  ]
  const { edition, players, gates } = start
  const first = firstPosition({ edition, players, gates, switches: options }, { well, market })
  if (!isSame(start, first)) return [...game, ['Position', JSON.stringify(start)]]
  return [
    ...game,
    ...(well || unusual('well') ? ([['Well', well ?? 'no']] as [string, string][]) : []),
    ...(market ? ([['Market', market]] as [string, string][]) : []),
    ...switched
      .filter(([, name]) => unusual(name))
      .map(([tag, name]): [string, string] => [tag, yesNo(options[name])]),
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
