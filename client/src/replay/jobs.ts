/** Which analyses this browser has asked for, so that a reload finds them again. */
import { local } from '../device/small'

const MOST = 20

type Jobs = [game: string, id: string][]

/** A short name for a record (FNV-1a). */
export function nameOf(record: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < record.length; i++) hash = Math.imul(hash ^ record.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(36)
}

const stored = (): Jobs => local.get('analyses')
const store = (jobs: Jobs): void => local.set('analyses', jobs.slice(0, MOST))
const others = (record: string): Jobs => stored().filter(([game]) => game !== nameOf(record))

export const rememberJob = (record: string, id: string): void =>
  store([[nameOf(record), id], ...others(record)])

export const forgetJob = (record: string): void => store(others(record))

export const rememberedJob = (record: string): string | null =>
  stored().find(([game]) => game === nameOf(record))?.[1] ?? null

/** The one asked for last, which may still be running. */
export const lastJob = (): string | null => stored()[0]?.[1] ?? null
