/** A table as this browser knows it: the snapshot, with what the server has told since. No sockets, no drawing. */
import type { ChatMessage, Snapshot, Update } from '../generated/api'
import { CHAT_KEPT } from '../generated/tables'
import { changed } from './position'

export type TableState = Snapshot
export type People = Snapshot['people']

/** Does this update follow on from what we know? If not, some are missing and the socket must start over. */
export const follows = (state: TableState, update: Update): boolean =>
  update.events.length === 0 || update.events[0]?.seq === state.seq + 1

/** The fields of an update replace those of the snapshot; `position` and `people` are merged, `turns` and `chat` grow. */
export function fold(state: TableState, message: Update | ChatMessage): TableState {
  const people = merged(state.people, message.people)
  if (message.type === 'chat') return { ...state, people, chat: withLines(state.chat, message.lines) }
  const { type: _type, id: _id, position, kept, turns, ...replaced } = message
  return {
    ...state,
    ...replaced,
    people,
    position: position ? changed(state.position, position) : position === null ? null : state.position,
    turns: turns ? [...state.turns.slice(0, kept), ...turns] : state.turns,
  }
}

/** Null stands for whoever has been forgotten. */
const merged = (people: People, news: People | undefined): People =>
  news ? Object.fromEntries(Object.entries({ ...people, ...news }).filter(([, who]) => who)) : people

/** A line takes the place of the one with its number. */
function withLines(chat: TableState['chat'], lines: TableState['chat']): TableState['chat'] {
  const all = new Map([...chat, ...lines].map((line) => [line.n, line]))
  return [...all.values()].sort((a, b) => a.n - b.n).slice(-CHAT_KEPT)
}

/** Is it for me to place? Not while the game is paused, nor when I have left or a bot plays on for me. */
export const isMyTurn = (state: TableState): boolean =>
  state.your_seat !== null && state.acting === state.your_seat && state.paused === null && !isGone(state)

/** Does somebody else sit for me, or nobody? */
export function isGone(state: TableState): boolean {
  const seat = state.your_seat === null ? null : state.seats[state.your_seat]
  return state.phase === 'playing' && seat?.user != null && (seat.status === 'left' || seat.bot != null)
}
