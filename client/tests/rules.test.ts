import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../src/generated/tables'
import { chooseLanguage } from '../src/i18n/i18n.svelte'
import { decisionOn, DECISIONS, loadDecisions } from '../src/learn/decisions'
import { DECISION_PICTURES } from '../src/learn/pictures'

type Texts = Record<string, string>
const text = (path: string): string => readFileSync(join(__dirname, '..', path), 'utf8')
const rules = (language: string): Texts => JSON.parse(text(`src/learn/rules.${language}.json`)) as Texts
/** Rule numbers in parentheses, in the order in which a text names them. */
const numbers = (told: string): string[] => [...told.matchAll(/\d+\.\d+/g)].map(([number]) => number)
const languages = Object.keys(LANGUAGES)

describe('the rules in words', () => {
  it.each(languages)('name only rules that exist, the same ones in %s as in English', (language) => {
    const [english, here] = [rules('en'), rules(language)]
    for (const [number, told] of Object.entries(here)) {
      expect(Object.keys(here), number).toEqual(expect.arrayContaining(numbers(told)))
      expect(numbers(told).sort(), number).toEqual(numbers(english[number] ?? '').sort())
    }
  })

  it.each(languages)('say in %s that gates come before a new street', (language) => {
    const here = rules(language)
    expect(numbers(here['8.3'] ?? '')).toContain('16.4')
    expect(numbers(here['16.4'] ?? '')).toContain('8.3')
  })

  it.each(languages)('name in %s every rule that a switch changes, as the exact rules do', (language) => {
    const options = text('../docs/rules.md').split('## 17 ')[1]?.split('## 18 ')[0] ?? ''
    const changed = [...options.matchAll(/\]\(#([\d.]+)\)/g)].map((found) => found[1] as string)
    expect(changed.length).toBeGreaterThan(8)
    for (const number of changed) expect(rules(language)['17.1']).toMatch(new RegExp(`\\b${number}\\b`))
  })
})

describe('the decisions', () => {
  const [before, section] = text('../docs/rules.md').split('## 18 ')
  const table = [...(section ?? '').matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm)].slice(1)

  it('are those of section 18, with its rules', () => {
    expect(table.length).toBeGreaterThan(10)
    expect(DECISIONS.map(({ rules }) => rules)).toEqual(
      table.map(([, , decision]) =>
        [...(decision ?? '').matchAll(/\[([\d.]+)\]/g)].map(([, number]) => number),
      ),
    )
  })

  it('offer switches that section 17 lists', () => {
    const options = DECISIONS.flatMap(({ option }) => option ?? [])
    expect(new Set(options)).toEqual(new Set(['both_placements', 'connection', 'last_player_roofs']))
    for (const option of options) expect(before).toContain(`\`${option}\``)
  })

  it.each(languages)('are told whole in %s', async (language) => {
    await chooseLanguage(language as keyof typeof LANGUAGES)
    const decisions = await loadDecisions(language as keyof typeof LANGUAGES)
    for (const { id, question, decision, reason, rules: numbered, option, choice, caption } of decisions) {
      for (const part of [question, decision, reason]) expect(part, id).toMatch(/^[A-Z0-9].+[.?]$/)
      expect(Object.keys(rules(language)), id).toEqual(expect.arrayContaining([...numbered]))
      expect(choice !== undefined, id).toBe(option !== undefined)
      expect(caption !== undefined, id).toBe(id in DECISION_PICTURES)
    }
    expect(decisions.filter(({ caption }) => caption)).toHaveLength(Object.keys(DECISION_PICTURES).length)
    await chooseLanguage('en')
  })

  it('are found by the rule that a refusal names', () => {
    expect(decisionOn('4.6')).toBe('/rules/decisions#last')
    expect(decisionOn('8.3')).toBe('/rules/decisions#new_street')
    expect(decisionOn('5.6')).toBeUndefined()
  })
})
