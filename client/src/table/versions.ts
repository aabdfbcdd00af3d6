/** What was written under an earlier version of the rules, brought into the present one. */
import type { PositionJson } from '../generated/api'
import { EDITION_SWITCHES, RULES_VERSION, VERSION_1 } from '../generated/tables'
import type { SwitchValue } from './switches'

type Switches = Readonly<Record<string, SwitchValue>>

/** The switches of a game stored under a version of the rules; a missing one is as the edition has it. */
export const currentSwitches = (
  edition: PositionJson['edition'],
  switches: Switches,
  version: number,
): Record<string, SwitchValue> => ({
  ...EDITION_SWITCHES[edition],
  ...switches,
  ...(version === 1 ? VERSION_1 : {}),
})

/** The position with every switch; one that names no version is of version 1. Throws if it is of a later one. */
export function currentPosition<P extends Pick<PositionJson, 'edition' | 'options'>>(
  position: P & { rules?: number },
): P & { rules: number } {
  const { edition, options, rules = 1 } = position
  if (!Number.isInteger(rules) || rules < 1 || rules > RULES_VERSION)
    throw new RangeError(`rules ${String(rules)}`)
  return { ...position, options: currentSwitches(edition, options, rules), rules: RULES_VERSION }
}
