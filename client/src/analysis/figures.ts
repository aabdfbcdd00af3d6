/** Chances, points and moves that were not played, made ready for a reader. */
import type { Ghost } from '../board/api'
import { language } from '../i18n/i18n.svelte'
import { parseMove } from '../table/moves'

export const percent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent' }).format(share)

/** A share in percent to a tenth: moves of an opening differ by less than one percent. */
export const finePercent = (share: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent', ...tenth }).format(share)

const tenth = { maximumFractionDigits: 1, minimumFractionDigits: 1 }
export const points = (score: number): string => new Intl.NumberFormat(language(), tenth).format(score)

/** A share in percent without the sign, to be read where there is little room. */
export const hundredths = (share: number): string => points(100 * share)

/** A large number in the reader's way of writing. */
export const grouped = (n: number): string => new Intl.NumberFormat(language()).format(n)

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A move that was not played, to be drawn on the board; tea is nothing one could draw. */
export function ghostOf(text: string, seat: number | null): Ghost | null {
  const { piece, cell } = parseMove(text)
  return cell === null ? null : { piece, at: cell, seat, gains: [] }
}
