/** What an analysis says, made ready for a reader. */
import type { BoardPosition } from '../board/api'
import type { Moment, ReasonView } from '../generated/api'
import { count, language, t, type Key } from '../i18n/i18n.svelte'
import { parseMove } from '../table/moves'
import { palaceAt, type Position } from '../table/position'
import { textWords } from '../table/words'
import type { Placement } from '../table/film.svelte'

export type Mark = NonNullable<Moment['mark']>

/** A placement that the server calls a mistake; `ply` is the moment before it. */
export interface Mistake {
  ply: number
  seat: number
  played: string
  better: string
  mark: Mark
  loss: number
  /** What speaks against the move played, and what for the better one. */
  faults: ReasonView[]
  merits: ReasonView[]
  /** Later moments at which the very same was missed again. */
  again: number[]
}

/** What chess players' marks mean. */
export const GRADES = { '??': 'blunder', '?': 'mistake', '?!': 'inaccuracy' } as const satisfies Record<
  Mark,
  string
>

/** The biggest mistakes first. A roof that was missed turn after turn is one mistake, told where it cost most. */
export function mistakesOf(
  moments: readonly Moment[],
  placements: readonly Placement[],
  end: Position,
): Mistake[] {
  const groups = new Map<string, Mistake[]>()
  for (const mistake of marked(moments, placements)) {
    const key = missed(mistake, end)
    groups.set(key, [...(groups.get(key) ?? []), mistake])
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, again: others.map(({ ply }) => ply).sort((a, b) => a - b) }] : [],
  )
}

/** What was missed: a roof on one palace, known by how it stands at the end of the game, or else this very placement. */
function missed({ seat, ply, better }: Mistake, end: Position): string {
  const { piece, cell } = parseMove(better)
  const palace = piece === 'R' && cell ? palaceAt(end, cell) : undefined
  return palace ? `${seat} ${palace.buildings[0]}` : `${ply}`
}

function marked(moments: readonly Moment[], placements: readonly Placement[]): Mistake[] {
  return moments
    .flatMap(({ ply, played, best, loss, mark, faults = [], merits = [] }) => {
      const seat = placements[ply + 1]?.seat ?? null
      const better = best[0]?.move
      if (!mark || !played || !better || seat === null) return []
      return [{ ply, seat, played, better, mark, loss: loss ?? 0, faults, merits, again: [] }]
    })
    .sort((a, b) => b.loss - a.loss || a.ply - b.ply)
}

/** Reasons as the end of a sentence whose subject is the move: in the page's language, with people by their names. */
export function reasonWords(
  reasons: readonly ReasonView[],
  names: readonly string[],
  position: BoardPosition,
): string {
  return reasons.map(({ key, args }) => t(key as Key, named(args, names, position))).join(t('analysis.and'))
}

function named(
  { seat, colour, move, count: tea, ...others }: ReasonView['args'],
  names: readonly string[],
  position: BoardPosition,
): Record<string, string | number> {
  const counted = (key: string, n: number): string => count(key, n, { n: brief(n) })
  return {
    ...others,
    ...(seat === undefined ? {} : { seat: names[Number(seat)] ?? '' }),
    ...(colour === undefined
      ? {}
      : {
          colour: t(`analysis.colour.${colour}` as Key),
          palace: t(`analysis.palace.${colour}` as Key),
        }),
    ...(move === undefined ? {} : { move: textWords(String(move), position) }),
    ...(tea === undefined ? {} : { tea: counted('analysis.tea', Number(tea)) }),
    ...(others.points === undefined ? {} : { points: counted('analysis.points', Number(others.points)) }),
    ...(others.size === undefined ? {} : { size: counted('analysis.size', Number(others.size)) }),
  }
}

/** How high a graph of chances has to be, in quarters: among four, half a chance is a lot. */
export const winTop = (series: readonly number[][]): number =>
  Math.max(0.5, Math.ceil(4 * Math.max(0, ...series.flat())) / 4)

const brief = (n: number): string => new Intl.NumberFormat(language(), { maximumFractionDigits: 1 }).format(n)
