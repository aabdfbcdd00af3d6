/** What a study of a game says about one seat, and what many of them say together. */
import type { Digest, Slip } from '../device/kept'
import type { Moment } from '../generated/api'
import type { Placement } from '../table/film.svelte'

export type { Digest, Slip } from '../device/kept'

export const PHASES = ['opening', 'middle', 'end'] as const
export type Phase = (typeof PHASES)[number]

export interface Share {
  points: number
  count: number
}

/** The mistakes of a seat. */
export function slipsOf(
  placements: readonly Pick<Placement, 'seat'>[],
  moments: readonly Moment[],
  seat: number,
): Slip[] {
  return moments.flatMap(({ ply, mark, best, themes = [] }) => {
    const [better, after] = [best[0], moments[ply + 1]]
    if (!mark || !better || !after || placements[ply + 1]?.seat !== seat) return []
    return [{ ply, points: Math.max(0, lead(better.score, seat) - lead(after.score, seat)), themes }]
  })
}

const lead = (scores: readonly number[], seat: number): number =>
  (scores[seat] ?? 0) - Math.max(...scores.filter((_, other) => other !== seat))

/** Thirds of a game by its placements. */
export const phaseOf = ({ ply }: Slip, { plies }: Digest): Phase =>
  PHASES[Math.min(2, Math.floor((3 * ply) / Math.max(1, plies)))] as Phase

export const lostIn = ({ slips }: Digest): number => slips.reduce((sum, { points }) => sum + points, 0)

/** Points and mistakes under each name that a mistake has, the most points first. One may have several, or none. */
export function shared(
  digests: readonly Digest[],
  namesOf: (slip: Slip, digest: Digest) => readonly string[],
): [string, Share][] {
  const found = new Map<string, Share>()
  for (const digest of digests)
    for (const slip of digest.slips)
      for (const name of namesOf(slip, digest)) {
        const { points, count } = found.get(name) ?? { points: 0, count: 0 }
        found.set(name, { points: points + slip.points, count: count + 1 })
      }
  return [...found].sort(([, one], [, other]) => other.points - one.points)
}

/** How many games against each, and the points lost in one of them. */
export function against(digests: readonly Digest[]): [string, Share][] {
  const found = new Map<string, number[]>()
  for (const digest of digests)
    for (const name of new Set(digest.others)) found.set(name, [...(found.get(name) ?? []), lostIn(digest)])
  return [...found]
    .map(([name, lost]): [string, Share] => [
      name,
      { points: lost.reduce((sum, points) => sum + points, 0) / lost.length, count: lost.length },
    ])
    .sort(([, one], [, other]) => other.points - one.points)
}
