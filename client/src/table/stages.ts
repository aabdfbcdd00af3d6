/** What an update shows on the board: a turn that comes as a whole, one placement after the other. */
import type { TableEvent, TurnPlayed, Update } from '../generated/api'
import type { News, Placed } from './desk'
import type { TableState } from './fold'
import { isRoof, parseMove, type Move } from './moves'
import type { Position } from './position'

/** The table as it is shown for a while, and what is to be told with it. */
export interface Stage {
  state: TableState
  news: News
}

const isTurn = (event: TableEvent): event is TurnPlayed => event.type === 'turn_played'

/** What happened between two states of the table, which an update leads from and to. */
export function newsOf(before: TableState, { events }: Update, after: TableState): News {
  const drafted = before.draft?.moves ?? []
  const made = [...events.filter(isTurn), ...(after.draft ? [after.draft] : [])]
  const placed = made.flatMap(({ seat, moves }, index) =>
    moves.slice(index ? 0 : alike(drafted, moves)).map((move) => ({ seat, move })),
  )
  const left = alike(drafted, after.draft?.moves ?? [])
  const takenBack = !events.length && left < drafted.length ? (before.draft?.seat ?? null) : null
  return { events, placed, takenBack }
}

/** How many of the first moves of two lists are the same. */
function alike(some: readonly string[], others: readonly string[]): number {
  const differs = some.findIndex((move, index) => move !== others[index])
  return differs < 0 ? some.length : differs
}

/** Several news as one. */
export const together = (news: readonly News[]): News => ({
  events: news.flatMap(({ events }) => events),
  placed: news.flatMap(({ placed }) => placed),
  takenBack: news.findLast(({ takenBack }) => takenBack !== null)?.takenBack ?? null,
})

/** The table after each placement of a turn; the last is exactly what the update leads to. */
export function stagesOf(before: TableState, after: TableState, news: News): Stage[] {
  const { events, placed, takenBack } = news
  const [from, to] = [before.position, after.position]
  const last = placed.slice(-1)
  if (!from || !to || events.filter(isTurn).length !== 1) return [{ state: after, news }]
  const drafted = before.draft?.moves ?? []
  const early = placed.slice(0, -1).map((one, index): Stage => {
    const moves = [...drafted, ...placed.slice(0, index + 1).map(({ move }) => move)]
    const draft = { seat: one.seat, moves, complete: false }
    const position = without(to, from, placed.slice(index + 1))
    return {
      state: { ...before, moves: [], draft, position },
      news: { events: [], placed: [one], takenBack: null },
    }
  })
  return [...early, { state: after, news: { events, placed: last, takenBack } }]
}

/** The city between two positions, without the placements that are still to come; points and tiles come with the last. */
function without(to: Position, from: Position, coming: readonly Placed[]): Position {
  const moves = coming.map(({ move }) => parseMove(move))
  const built = new Set(moves.filter(({ piece }) => !isRoof(piece)).map(({ cell }) => cell))
  const stands = (at: string): boolean => !built.has(at)
  return {
    ...from,
    cells: { ...restOf(to.cells, stands), ...from.cells },
    walls: { ...restOf(to.walls, stands), ...from.walls },
    palaces: to.palaces
      .map((palace) => palaceBefore(palace, moves, stands))
      .filter(({ buildings }) => buildings.length),
    streets: to.streets.flatMap((street) => split(street, stands)),
  }
}

const restOf = <Value>(
  things: Record<string, Value>,
  stands: (at: string) => boolean,
): Record<string, Value> => Object.fromEntries(Object.entries(things).filter(([at]) => stands(at)))

type Palace = Position['palaces'][number]

function palaceBefore(palace: Palace, coming: Move[], stands: (at: string) => boolean): Palace {
  const roofed = coming.some(
    ({ piece, cell }) => isRoof(piece) && cell !== null && palace.buildings.includes(cell),
  )
  return {
    ...palace,
    buildings: palace.buildings.filter(stands),
    stables: palace.stables.filter(stands),
    roof: roofed ? null : palace.roof,
  }
}

/** A street without some of its merchants: they may have joined what were two. */
function split(street: readonly string[], stands: (at: string) => boolean): string[][] {
  const parts: string[][] = [[]]
  for (const at of street) {
    if (stands(at)) parts.at(-1)?.push(at)
    else parts.push([])
  }
  return parts.filter((part) => part.length > 0)
}
