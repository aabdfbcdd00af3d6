/** A table that is this device's alone: what belongs to other people stays empty. */
import type { TableState } from './fold'

type Own =
  | 'seq'
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
  rules_version: 0,
  host: '',
  host_name: '',
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
