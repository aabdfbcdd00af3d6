import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../src/generated/tables'

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
