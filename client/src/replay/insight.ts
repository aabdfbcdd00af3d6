/** What an analysis says, made ready for a reader. */
import type { Ghost } from '../board/api'
import type { BestMove, Moment } from '../generated/api'
import { language } from '../i18n/i18n.svelte'
import { parseMove } from '../table/moves'
import { palaceAt } from '../table/position'
import type { Frame } from '../table/film.svelte'

export type Mark = NonNullable<Moment['mark']>

/** A placement that the server calls a mistake; `ply` is the moment before it. */
export interface Mistake {
  ply: number
  seat: number
  played: string
  better: string
  mark: Mark
  loss: number
  /** What speaks against the move played, and what for the better one, as ends of sentences. */
  why: string
  merit: string
  /** Later moments at which the very same was missed again. */
  again: number[]
}

/** What chess players' marks mean. */
export const GRADES = { '??': 'blunder', '?': 'mistake', '?!': 'inaccuracy' } as const satisfies Record<
  Mark,
  string
>

/** The biggest mistakes first. A roof that was missed turn after turn is one mistake, told where it cost most. */
export function mistakesOf(moments: readonly Moment[], frames: readonly Frame[]): Mistake[] {
  const groups = new Map<string, Mistake[]>()
  for (const mistake of marked(moments, frames)) {
    const key = missed(mistake, frames)
    groups.set(key, [...(groups.get(key) ?? []), mistake])
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, again: others.map(({ ply }) => ply).sort((a, b) => a - b) }] : [],
  )
}

/** What was missed: the roof of a colour, which a seat has but one of, or else this very placement. */
function missed({ seat, ply, better }: Mistake, frames: readonly Frame[]): string {
  const { piece, cell } = parseMove(better)
  const palace = piece === 'R' && cell ? palaceAt(frames[ply]!.position, cell) : undefined
  return palace ? `${seat} ${palace.colour}` : `${ply}`
}

function marked(moments: readonly Moment[], frames: readonly Frame[]): Mistake[] {
  return moments
    .flatMap(({ ply, played, best, loss, mark, why, merit }) => {
      const seat = frames[ply + 1]?.seat ?? null
      const better = best[0]?.move
      if (!mark || !played || !better || seat === null) return []
      return [
        { ply, seat, played, better, mark, loss: loss ?? 0, why: why ?? '', merit: merit ?? '', again: [] },
      ]
    })
    .sort((a, b) => b.loss - a.loss || a.ply - b.ply)
}

/** The best moves of a moment, best first. */
export const bestOf = (moment: Moment | undefined, most = 3): BestMove[] => moment?.best.slice(0, most) ?? []

/** A move that was not played, to be drawn on the board; tea is nothing one could draw. */
export function ghostOf(text: string, seat: number | null): Ghost | null {
  const { piece, cell } = parseMove(text)
  return cell === null ? null : { piece, at: cell, seat, gains: [] }
}

/** How high a graph of chances has to be, in quarters: among four, half a chance is a lot. */
export const winTop = (series: readonly number[][]): number =>
  Math.max(0.5, Math.ceil(4 * Math.max(0, ...series.flat())) / 4)

export const percent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent' }).format(share)

export const points = (score: number): string =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(score)

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
