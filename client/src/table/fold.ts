/** A table as this browser knows it: the snapshot, with what the server has told since. No sockets, no drawing. */
import type { Became, Said, Snapshot, Update } from '../generated/api'
import { patched } from './position'

export type TableState = Snapshot

/** Does this update follow on from what we know? If not, some are missing and the socket must start over. */
export const follows = (state: TableState, update: Update): boolean =>
  update.events.length === 0 || update.events[0]?.seq === state.seq + 1

/** The fields of an update are those of the snapshot that are others now; only lists that grow are told in part. */
export function fold(state: TableState, update: Update): TableState {
  const { type: _type, id: _id, events, set, cut, stock, kept, turns = [], ...changed } = update
  const position = patched(state.position, { set, cut })
  return {
    ...state,
    ...changed,
    position: position && stock ? { ...position, stock } : position,
    // Legal moves are told to the seat that has any, whenever the game went on.
    moves: update.moves ?? (update.acting === undefined ? state.moves : []),
    turns: longer(kept === undefined ? state.turns : state.turns.slice(0, kept), turns),
    chat: longer(
      events.filter((event): event is Became => event.type === 'became').reduce(renamed, state.chat),
      events.filter((event): event is Said => event.type === 'said'),
    ),
  }
}

const renamed = (chat: Said[], { user, person }: Became): Said[] =>
  chat.map((line) => (line.person.user === user ? { ...line, person } : line))

const longer = <Item>(list: Item[], more: Item[]): Item[] => (more.length ? [...list, ...more] : list)

/** Is it for me to place? Not while the game is paused, nor when I have left or a bot plays on for me. */
export const isMyTurn = (state: TableState): boolean =>
  state.your_seat !== null && state.acting === state.your_seat && state.paused === null && !isGone(state)

/** Does somebody else sit for me, or nobody? */
export function isGone(state: TableState): boolean {
  const seat = state.your_seat === null ? null : state.seats[state.your_seat]
  return state.phase === 'playing' && !!seat?.person && (seat.status === 'left' || seat.bot != null)
}
