/**
 * A study in an address: `#r=` the record with all its lines, packed, and `at=` the moment. Nothing of it ever reaches a server: what
 * stands behind the hash stays in the browser. Other pages hand over a lone position as `#p=`.
 */
import type { PositionJson } from '../generated/api'
import { treeRecord } from '../solo/record'
import { currentPosition } from '../table/versions'
import { LONGEST_ADDRESS, pack, unpack } from '../ui/packed'
import { Place } from './shelf'

/** What stands behind the hash; null where that would be too long to be sent. */
export async function hashOf(record: string, at: string): Promise<string | null> {
  const hash = `#r=${await pack(record)}${at === '0' ? '' : `&at=${at}`}`
  return hash.length > LONGEST_ADDRESS ? null : hash
}

/** The page that shows it. What is too long for an address is kept on this device. */
export async function addressOf(record: string, at = '0'): Promise<string> {
  const hash = await hashOf(record, at)
  if (hash !== null) return `/study${hash}`
  const place = new Place()
  await place.keep({ record, at, names: [], placements: 0 })
  return `/study#k=${place.id}`
}

/** The record of a game that begins with this position. */
export const recordFrom = (start: PositionJson): string =>
  treeRecord({ tags: {}, start: currentPosition(start), next: [] })

export interface Addressed {
  record: string | null
  at: string
  /** The number of one that only this device has, since it is too long. */
  kept: string | null
}

/** What an address holds. Throws where it was cut off. */
export async function readHash(hash: string): Promise<Addressed> {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const [p, r] = [given.get('p'), given.get('r')]
  const position = p === null ? null : recordFrom(JSON.parse(await unpack(p)) as PositionJson)
  return { record: r === null ? position : await unpack(r), at: given.get('at') ?? '0', kept: given.get('k') }
}
