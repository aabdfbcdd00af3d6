/** Which puzzle comes next. */
import type { Entry } from './book'

/** Of so many that fit about as well, one by chance. */
const NEAREST = 8

/** One not tried yet whose level is near; when all were tried, any other than the last. */
export function nextFor(
  entries: readonly Entry[],
  level: number,
  tried: (id: string) => boolean,
  last: string | null,
  chance: () => number = Math.random,
): Entry | null {
  const others = entries.filter(({ id }) => id !== last)
  const fresh = others.filter(({ id }) => !tried(id))
  const from = fresh.length ? fresh : others.length ? others : entries
  const near = [...from].sort((a, b) => Math.abs(a.level - level) - Math.abs(b.level - level))
  const some = fresh.length ? near.slice(0, NEAREST) : near
  return some[Math.floor(chance() * some.length)] ?? null
}

/** A streak begins gently and becomes harder with every puzzle. */
const FIRST_STEP_BELOW = 500
const HARDER = 40
export const streakLevel = (level: number, solved: number): number =>
  level - FIRST_STEP_BELOW + HARDER * solved

/** The day as everybody counts it, wherever they are. */
export const today = (now = new Date()): string => now.toISOString().slice(0, 10)

/** The puzzle of a day follows from the date alone; another one that ships rarely changes it. */
export function dailyOf(entries: readonly Entry[], day: string): Entry | null {
  return entries.reduce<Entry | null>(
    (best, entry) => (best && draw(day + best.id) >= draw(day + entry.id) ? best : entry),
    null,
  )
}

/** A number that looks drawn by lot, the same for the same text (FNV-1a, and its bits stirred once more). */
function draw(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
