/** What an analysis says, made ready for a reader. */
import type { Ghost } from '../board/api'
import type { BestMove, Moment } from '../generated/api'
import { language } from '../i18n/i18n.svelte'
import { parseMove } from '../table/moves'
import type { Frame } from './film.svelte'

export type Grade = 'blunder' | 'mistake' | 'inaccuracy'

/** A placement that threw away some of the chance to win; `ply` is the moment before it. */
export interface Mistake {
  ply: number
  seat: number
  played: string
  better: string
  loss: number
  /** What speaks against the move played, and what for the better one, as ends of sentences. */
  why: string
  merit: string
}

/** Shares of a win, as the analysis on the command line counts them. */
const BLUNDER = 0.16
const MISTAKE = 0.08
export const MARKS: Record<Grade, string> = { blunder: '??', mistake: '?', inaccuracy: '?!' }

export const grade = (loss: number): Grade =>
  loss >= BLUNDER ? 'blunder' : loss >= MISTAKE ? 'mistake' : 'inaccuracy'

/** The biggest mistakes first. What the server gives no reason for was none. */
export function mistakesOf(moments: readonly Moment[], frames: readonly Frame[]): Mistake[] {
  return moments
    .flatMap(({ ply, played, best, loss, why, merit }) => {
      const seat = frames[ply + 1]?.seat ?? null
      const better = best[0]?.move
      if (!played || !better || !loss || why === null || seat === null) return []
      return [{ ply, seat, played, better, loss, why, merit: merit ?? '' }]
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
