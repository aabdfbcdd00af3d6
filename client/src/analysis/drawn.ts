/** What the board shows of the engine's view besides the city itself. */
import type { At, Ghost, Worth } from '../board/api'
import type { Glance } from '../engine/engine'
import type { BestMove } from '../generated/api'
import { ghostOf } from './figures'
import { worthsOf } from './worths'

export interface Drawn {
  /** The move that was chosen to be looked at. */
  ghost: Ghost | null
  /** The best moves of the moment, unless one of them or a map is looked at. */
  ideas: Ghost[]
  worths: Map<At, Worth>
}

const MOST = 3

export function drawnOf(
  seat: number | null,
  chosen: string | null,
  map: readonly Glance[],
  best: readonly BestMove[],
): Drawn {
  const ghost = chosen === null ? null : ghostOf(chosen, seat)
  const worths = worthsOf(map, seat ?? 0)
  const quiet = ghost !== null || worths.size > 0
  return {
    ghost,
    ideas: quiet ? [] : best.slice(0, MOST).flatMap(({ move }) => ghostOf(move, seat) ?? []),
    worths,
  }
}
