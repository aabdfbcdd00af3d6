/** Pieces on their way: a new one comes down onto its cell, one that is taken back lifts off. */
import type { Item } from './scene'

/** More changes at once are a jump to another moment of the game, not a move. */
const MOST = 3

const none: ReadonlyMap<string, Item> = new Map()

export class Flights {
  /** New pieces, by key: the city leaves their places empty until they have landed. */
  coming = $state.raw<ReadonlyMap<string, Item>>(none)
  /** Pieces that were taken back, by key. */
  going = $state.raw<ReadonlyMap<string, Item>>(none)
  private before: ReadonlyMap<string, Item> | null = null

  /** Compare a scene with the one before it. The first one is simply there. */
  follow(items: readonly Item[]): void {
    const now = new Map(items.map((item) => [item.key, item]))
    const before = this.before ?? now
    this.before = now
    const came = items.filter((item) => !before.has(item.key))
    const gone = [...before.values()].filter((item) => !now.has(item.key))
    const jumped = came.length + gone.length > MOST
    this.coming = jumped ? none : renewed(this.coming, now, came)
    this.going = jumped ? none : new Map([...this.going, ...keyed(gone)].filter(([key]) => !now.has(key)))
  }

  landed(key: string): void {
    this.coming = without(this.coming, key)
  }

  gone(key: string): void {
    this.going = without(this.going, key)
  }
}

const keyed = (items: Item[]): [string, Item][] => items.map((item) => [item.key, item])

/** Those still in the air, as they look now, and the new ones. */
function renewed(
  flying: ReadonlyMap<string, Item>,
  now: ReadonlyMap<string, Item>,
  came: Item[],
): ReadonlyMap<string, Item> {
  const still = [...flying.keys()].flatMap((key) => now.get(key) ?? [])
  return new Map(keyed([...still, ...came]))
}

const without = (items: ReadonlyMap<string, Item>, key: string): ReadonlyMap<string, Item> =>
  new Map([...items].filter(([other]) => other !== key))
