/** A table as this browser knows it: a fold over what the server says. No sockets, no drawing. */
import type {
  Clocks,
  Draft,
  Options,
  Person,
  Result,
  Said,
  SeatView,
  Snapshot,
  TableEvent,
  Update,
} from '../generated/api'
import { patched, type Patch, type Position, type Stock } from './position'

export interface Said1 {
  seq: number
  at: number
  person: Person
  text: string
}

export interface TableState {
  seq: number
  table: string
  phase: Snapshot['phase']
  options: Options
  host: string
  you: string
  yourSeat: number | null
  seats: SeatView[]
  position: Position | null
  acting: number | null
  draft: Draft | null
  moves: string[]
  turns: [number, string[]][]
  clocks: Clocks | null
  result: Result | null
  rematch: string | null
  chat: Said1[]
  online: number[]
  watchers: number
}

export function fromSnapshot(snapshot: Snapshot): TableState {
  const { your_seat: yourSeat, position, chat, type: _type, events: _events, now: _now, ...rest } = snapshot
  return {
    ...rest,
    yourSeat,
    position: position as Position | null,
    chat: chat.filter((event): event is Said => event.type === 'said'),
  }
}

/** Does this update follow on from what we know? If not, some are missing and the socket must start over. */
export const follows = (state: TableState, update: Update): boolean =>
  update.events.length === 0 || update.events[0]?.seq === state.seq + 1

export function fold(state: TableState, update: Update): TableState {
  let next: TableState = { ...state, seq: update.seq, position: patched(state.position, update as Patch) }
  let pending = state.draft?.moves ?? []
  for (const event of update.events) {
    next = applyEvent(next, event, pending)
    pending = pendingAfter(pending, event)
  }
  return withGame(next, update)
}

/** The fields of an update that touched the game. */
function withGame(state: TableState, update: Update): TableState {
  const next = { ...state }
  if (update.stock && next.position) next.position = { ...next.position, stock: update.stock as Stock[] }
  if (update.clocks !== undefined) next.clocks = update.clocks
  if (update.acting !== undefined) {
    next.acting = update.acting
    next.draft = update.draft ?? null
    next.moves = update.moves ?? []
  }
  return next
}

/** The placements of the turn being made, as its events tell them. */
function pendingAfter(pending: string[], event: TableEvent): string[] {
  if (event.type === 'placed') return [...pending, event.move]
  if (event.type === 'taken_back') return pending.slice(0, pending.length - (event.count ?? 1))
  if (event.type === 'confirmed') return []
  return pending
}

function applyEvent(state: TableState, event: TableEvent, pending: string[]): TableState {
  switch (event.type) {
    case 'confirmed':
      return { ...state, turns: [...state.turns, [event.seat, pending]] }
    case 'said':
      return { ...state, chat: [...state.chat, event] }
    case 'ended':
      return { ...state, phase: 'over', result: event, moves: [], acting: null, draft: null, clocks: null }
    case 'closed':
      return { ...state, phase: 'closed' }
    case 'host_changed':
      return { ...state, host: event.host.user }
    case 'options_set':
      return { ...state, options: event.options, seats: resized(state.seats, event.options.players ?? 2) }
    case 'rematch_made':
      return { ...state, rematch: event.table }
    case 'started':
      return seated({
        ...state,
        phase: 'playing',
        turns: [],
        seats: event.order.map((old) => state.seats[old] ?? {}),
      })
    default:
      return seated({ ...state, seats: seatsAfter(state.seats, event) })
  }
}

/** Events about who sits where. */
function seatsAfter(seats: SeatView[], event: TableEvent): SeatView[] {
  const change = (seat: number, by: Partial<SeatView>): SeatView[] =>
    seats.map((view, index) => (index === seat ? { ...view, ...by } : view))
  switch (event.type) {
    case 'sat':
      return change(event.seat, { person: event.person, bot: null, status: 'here' })
    case 'bot_sat':
      return change(event.seat, { person: null, bot: event.bot, status: 'here' })
    case 'seat_freed':
      return change(event.seat, { person: null, bot: null, status: 'free' })
    case 'swapped':
      return seats.map((view, index) =>
        index === event.seat
          ? (seats[event.other] ?? view)
          : index === event.other
            ? (seats[event.seat] ?? view)
            : view,
      )
    case 'auto_confirm_set':
      return change(event.seat, { auto_confirm: event.on })
    case 'left':
      return change(event.seat, { status: 'left' })
    case 'timed_out':
      return change(event.seat, { status: 'timed_out' })
    case 'resigned':
      return change(event.seat, { status: 'resigned' })
    case 'replaced':
      return change(event.seat, { bot: event.bot })
    case 'came_back':
      return change(event.seat, { status: 'here', bot: null })
    case 'rematch_set':
      return change(event.seat, { rematch: event.yes })
    default:
      return seats
  }
}

const resized = (seats: SeatView[], players: number): SeatView[] =>
  Array.from({ length: players }, (_, index) => seats[index] ?? { status: 'free' })

function seated(state: TableState): TableState {
  const seat = state.seats.findIndex((view) => view.person?.user === state.you)
  return { ...state, yourSeat: seat < 0 ? null : seat }
}
