/** Numbers and names as people read them. */
import type { Options, ScoreSheet, SeatView, TableCard } from '../generated/api'
import { GUESTS, SWITCHES } from '../generated/tables'
import { count, find, language, t, type Key } from '../i18n/i18n.svelte'
import type { People } from './fold'
import { usualValue, type SwitchName, type SwitchValue } from './switches'

/** The parts of a score, in the order of the score sheet. */
export const PARTS = [
  'buildings',
  'stables',
  'walls',
  'merchants',
  'palace_tiles',
  'tower_tiles',
  'well',
] as const satisfies (keyof ScoreSheet)[]

const HOUR = 3_600_000
const DAY = 24 * HOUR

export function clockText(milliseconds: number): string {
  if (milliseconds >= DAY) {
    const hours = Math.ceil(milliseconds / HOUR)
    const days = count('clock.days', Math.floor(hours / 24))
    return hours % 24 ? `${days} ${t('clock.hours', { n: hours % 24 })}` : days
  }
  const seconds = Math.ceil(milliseconds / 1000)
  const pad = (n: number): string => String(n).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`
}

/** A bot's name in the reader's language, or the name it brought along. */
export function botName(bot: string): string {
  const key = `bot.${bot}`
  return find(key) ?? bot
}

const GUEST = new RegExp(`^(?:${GUESTS.join('|').replaceAll('{number}', '([\\w-]{4})')})$`)

/** A person's own name. A guest who has none is called so in the reader's language; who was forgotten has none either. */
export function personName(name: string): string {
  const number = GUEST.exec(name)?.slice(1).find(Boolean)
  return number ? t('server.guest', { number }) : name || t('person.gone')
}

/** The name of somebody known by id. */
export const nameIn = (people: People, user: string): string => personName(people[user]?.name ?? '')

/** A seat by the colour of its roofs, where nobody sits. */
export const colourOf = (seat: number): string => t(`analysis.seat.${SEAT_COLOURS[seat] ?? 'red'}`)
const SEAT_COLOURS = ['red', 'blue', 'green', 'yellow'] as const

/** Who sits there, as everybody sees it. */
export function seatName({ user, bot }: SeatView, seat: number, people: People): string {
  if (user != null && bot != null) return t('seat.stand_in', { who: nameIn(people, user), bot: botName(bot) })
  if (user != null) return nameIn(people, user)
  return bot != null ? botName(bot) : t('seat.n', { n: seat + 1 })
}

/** Equal names are numbered, so that words can tell them apart. */
export function distinct(names: readonly string[]): string[] {
  return names.map((name, index) => {
    if (names.indexOf(name) === names.lastIndexOf(name)) return name
    return `${name} ${names.slice(0, index + 1).filter((other) => other === name).length}`
  })
}

/** How a record writes that somebody has no name. */
const NAMELESS = '?'

/** Who sat where, as the tags of a record tell it. */
export function namesIn(tags: Readonly<Record<string, string>>, players: number): string[] {
  const names = Array.from({ length: players }, (_, seat) => {
    const name = tags[`Seat${seat}`] ?? NAMELESS
    if (name.startsWith('bot:')) return botName(name.slice(4))
    return name && name !== NAMELESS ? name : t('seat.n', { n: seat + 1 })
  })
  return distinct(names)
}

export const cardNames = (card: TableCard, people: People): string =>
  card.seats.map((seat) => cardName(seat, people)).join(', ')

export function cardName({ bot, user }: TableCard['seats'][number], people: People): string {
  if (bot !== null) return botName(bot)
  return user === null ? t('seat.free') : nameIn(people, user)
}

/** Has every seat of this table its player? */
export const isFull = (card: TableCard): boolean =>
  card.seats.every(({ bot, user }) => bot !== null || user !== null)

/** How a game ended: the points, or, where it was not played to the end, who won nevertheless. */
export function resultLine(card: TableCard, people: People): string {
  const { reason, places, scores } = card
  const who = card.seats.filter((_, seat) => places?.[seat] === 1).map((seat) => cardName(seat, people))
  if (reason === 'resigned' || reason === 'claimed') return t(`list.${reason}`, { who: who.join(', ') })
  if (reason === 'abandoned' || reason === 'aborted') return t(`list.${reason}`)
  return (scores ?? []).join(' : ')
}

/** A value in words: on, off or what it stands for. */
export function switchWords(name: SwitchName, value: SwitchValue): string {
  if (typeof value === 'string') return t(`switch.${name}.${value}` as Key)
  return t(value ? 'switch.on' : 'switch.off')
}

/** "Second edition, 3 players, with gates", and every rule that is not the edition's own. */
export function optionsLine(options: Options): string {
  const parts = [t(`edition.${options.edition ?? 'second'}`), count('players', options.players ?? 2)]
  if (options.rated) parts.push(t('options.rated_short'))
  if (options.gates) parts.push(t('options.with_gates'))
  if (options.stocks === 'open') parts.push(t('options.open_stocks'))
  for (const name of SWITCHES) {
    const value = options.switches?.[name]
    if (value != null && value !== usualValue(name, options.edition))
      parts.push(t('common.pair', { what: t(`switch.${name}`), how: switchWords(name, value) }))
  }
  const clock = options.clock
  if (clock?.kind === 'realtime') {
    parts.push(t('options.clock_short', { m: (clock.initial_s ?? 600) / 60, s: clock.increment_s ?? 15 }))
  }
  if (clock?.kind === 'days') parts.push(count('options.days', clock.days ?? 3))
  return parts.join(', ')
}

export const dateText = (milliseconds: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(milliseconds)

/** Round numbers around some ratings, so that a graph of them has room. */
export function ratingRange(ratings: readonly number[]): { low: number; top: number } {
  const STEP = 50
  return {
    low: Math.floor((Math.min(...ratings) - 1) / STEP) * STEP,
    top: Math.ceil((Math.max(...ratings) + 1) / STEP) * STEP,
  }
}

/** How far a seat is before the best of the others, or behind. */
export const lead = (scores: readonly number[], seat: number): number =>
  (scores[seat] ?? 0) - Math.max(...scores.filter((_, other) => other !== seat))
