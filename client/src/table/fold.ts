/** A table as this browser knows it: the snapshot, with what the server has told since. No sockets, no drawing. */
import type { Snapshot, Update } from '../generated/api'
import { CHAT_KEPT } from '../generated/tables'
import { changed } from './position'

export type TableState = Snapshot

/** Does this update follow on from what we know? If not, some are missing and the socket must start over. */
export const follows = (state: TableState, update: Update): boolean =>
  update.events.length === 0 || update.events[0]?.seq === state.seq + 1

/** The fields of an update replace those of the snapshot; `position` is merged, `turns` and `chat` grow. */
export function fold(state: TableState, update: Update): TableState {
  const { type: _type, id: _id, position, kept, turns, chat_kept, chat, ...replaced } = update
  return {
    ...state,
    ...replaced,
    position: position ? changed(state.position, position) : position === null ? null : state.position,
    turns: longer(state.turns, kept, turns),
    chat: longer(state.chat, chat_kept, chat, CHAT_KEPT),
  }
}

const longer = <Item>(old: Item[], kept?: number, added: Item[] = [], most = Infinity): Item[] =>
  kept === undefined && !added.length ? old : [...old.slice(0, kept), ...added].slice(-most)

/** Is it for me to place? Not while the game is paused, nor when I have left or a bot plays on for me. */
export const isMyTurn = (state: TableState): boolean =>
  state.your_seat !== null && state.acting === state.your_seat && state.paused === null && !isGone(state)

/** Does somebody else sit for me, or nobody? */
export function isGone(state: TableState): boolean {
  const seat = state.your_seat === null ? null : state.seats[state.your_seat]
  return state.phase === 'playing' && !!seat?.person && (seat.status === 'left' || seat.bot != null)
}
