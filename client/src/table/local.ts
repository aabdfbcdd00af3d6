/** A table that is this device's alone: what belongs to other people stays empty. */
import type { News } from './desk'
import type { TableState } from './fold'

type Own =
  | 'n'
  | 'table'
  | 'phase'
  | 'options'
  | 'your_seat'
  | 'seats'
  | 'position'
  | 'acting'
  | 'draft'
  | 'moves'
  | 'turns'

export const localTable = (own: Pick<TableState, Own> & Partial<TableState>): TableState => ({
  type: 'snapshot',
  seq: 0,
  rules_version: 0,
  host: '',
  people: {},
  you: '',
  clocks: null,
  result: null,
  rematch: null,
  proposal: null,
  paused: null,
  analysis: true,
  chat: [],
  events: [],
  online: own.seats.map((_, seat) => seat),
  away: [],
  watchers: 0,
  now: Date.now(),
  ...own,
})

/** That somebody placed something on this device. */
export const placedHere = (seat: number, move: string): News => ({
  events: [],
  placed: [{ seat, move }],
  takenBack: null,
})
