/** Section 18 of the rules: what we decided where the rulebooks leave room, in every language; loaded when the page is opened. */
import { unbroken, type Language } from '../i18n/i18n.svelte'
import type { SwitchName } from '../table/switches'

interface Row {
  id: string
  /** The rules in which the decision is written down. */
  rules: readonly [string, ...string[]]
  /** The switch of rules section 17 that offers the other reading. */
  option?: SwitchName
}

/** The rows of the section's table, in its order; their texts are in decisions.<language>.json. */
export const DECISIONS: readonly Row[] = [
  { id: 'city', rules: ['1.1'] },
  { id: 'colours', rules: ['12.1'] },
  { id: 'new_street', rules: ['8.3'] },
  { id: 'stuck', rules: ['4.4', '4.7'] },
  { id: 'both', rules: ['4.8', '4.4'], option: 'both_placements' },
  { id: 'last', rules: ['4.6'] },
  { id: 'out', rules: ['4.5'] },
  { id: 'tea', rules: ['10.3'] },
  { id: 'neutral_tile', rules: ['12.4'] },
  { id: 'rows', rules: ['13.4'], option: 'connection' },
  { id: 'extending', rules: ['13.4'], option: 'connection' },
  { id: 'well', rules: ['11.1'] },
  { id: 'last_roofs', rules: ['4.6'], option: 'last_player_roofs' },
  { id: 'ties', rules: ['15.4'] },
  { id: 'same_gate', rules: ['16.5'] },
  { id: 'gates_left', rules: ['16.7'] },
]

export interface Decision extends Row {
  question: string
  decision: string
  reason: string
  /** What the switch offers. */
  choice: string | undefined
  /** What the picture shows. */
  caption: string | undefined
}

/** The address of the first decision that a rule rests on. */
export function decisionOn(rule: string): string | undefined {
  const row = DECISIONS.find(({ rules }) => rules.includes(rule))
  return row && `/rules/decisions#${row.id}`
}

const files = import.meta.glob<Record<string, string>>('./decisions.*.json', { import: 'default' })

export async function loadDecisions(language: Language): Promise<Decision[]> {
  const texts = (await files[`./decisions.${language}.json`]?.()) ?? {}
  const told = (id: string, part: string): string | undefined => {
    const text = texts[`${id}.${part}`]
    return text && unbroken(text)
  }
  return DECISIONS.map((row) => ({
    ...row,
    question: told(row.id, 'question') ?? '',
    decision: told(row.id, 'decision') ?? '',
    reason: told(row.id, 'reason') ?? '',
    choice: told(row.id, 'choice'),
    caption: told(row.id, 'caption'),
  }))
}
