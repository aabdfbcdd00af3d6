/** The switches of rules section 17: what each may be and how its value is said. */
import type { Options } from '../generated/api'
import { EDITION_SWITCHES, SWITCH_VALUES, SWITCHES } from '../generated/tables'

export type SwitchName = (typeof SWITCHES)[number]
export type SwitchValue = boolean | string
type Edition = NonNullable<Options['edition']>

/** The value in the edition's own game. */
export const usualValue = (name: SwitchName, edition: Edition = 'second'): SwitchValue =>
  EDITION_SWITCHES[edition][name]

/** The switches of a position that differ from its edition's own game. */
export const unusualSwitches = (
  options: Record<string, SwitchValue>,
  edition: Edition,
): [SwitchName, SwitchValue][] =>
  SWITCHES.map((name): [SwitchName, SwitchValue] => [name, options[name] as SwitchValue]).filter(
    ([name, value]) => value !== usualValue(name, edition),
  )

/** A value as records and the API's texts write it. */
export function switchText(value: SwitchValue): string {
  if (typeof value === 'string') return value
  return value ? 'yes' : 'no'
}

/** The values of a switch by their texts. */
export const switchTexts = (name: SwitchName): Map<string, SwitchValue> =>
  new Map(SWITCH_VALUES[name].map((value) => [switchText(value), value]))
