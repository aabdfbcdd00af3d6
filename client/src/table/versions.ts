/** What was written under an earlier version of the rules, brought into the present one. */
import type { PositionJson } from '../generated/api'
import { EDITION_SWITCHES, RULES_VERSION, VERSION_1 } from '../generated/tables'
import type { SwitchValue } from './switches'

type Switches = Readonly<Record<string, SwitchValue>>

/**
 * The switches of a game stored under a version of the rules; a missing one is as the edition has it. Throws if there is one that this
 * version does not know.
 */
export function currentSwitches(
  edition: PositionJson['edition'],
  switches: Switches,
  version: number,
): Record<string, SwitchValue> {
  const usual = EDITION_SWITCHES[edition]
  const unknown = Object.keys(switches).find((name) => !Object.hasOwn(usual, name))
  if (unknown !== undefined) throw new RangeError(`switch ${unknown}`)
  return { ...usual, ...switches, ...(version === 1 ? VERSION_1 : {}) }
}

/** What a device has kept, or null if it is of a later version than this page. */
export function unlessLater<Kept>(read: () => Kept): Kept | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The position with every switch; one that names no version is of version 1. Throws if it is of a later one or has an unknown switch. */
export function currentPosition<P extends Pick<PositionJson, 'edition' | 'options'>>(
  position: P & { rules?: number },
): P & { rules: number } {
  const { edition, options = {}, rules = 1 } = position
  if (!Number.isInteger(rules) || rules < 1 || rules > RULES_VERSION)
    throw new RangeError(`rules ${String(rules)}`)
  return { ...position, options: currentSwitches(edition, options, rules), rules: RULES_VERSION }
}
