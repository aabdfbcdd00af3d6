import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import de from '../src/i18n/de.json'
import en from '../src/i18n/en.json'
import fr from '../src/i18n/fr.json'
import { fill } from '../src/i18n/i18n.svelte'
import rulesDe from '../src/learn/rules.de.json'
import rulesEn from '../src/learn/rules.en.json'
import rulesFr from '../src/learn/rules.fr.json'
import refusalsDe from '../src/generated/refusals.de.json'
import refusalsEn from '../src/generated/refusals.en.json'
import refusalsFr from '../src/generated/refusals.fr.json'

const catalogues: [string, Record<string, string>, Record<string, string>][] = [
  ['French texts', en, fr],
  ['German texts', en, de],
  ['French rules', rulesEn, rulesFr],
  ['German rules', rulesEn, rulesDe],
  ['French refusals', refusalsEn, refusalsFr],
  ['German refusals', refusalsEn, refusalsDe],
]

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort()

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.(svelte|ts)$/.test(entry.name) ? [readFileSync(path, 'utf8')] : []
  })
}

/** Which keys the sources ask for: written out, or as a template whose holes fit anything. */
function askedFor(code: string): RegExp[] {
  const plain = [...code.matchAll(/'([a-z_]+(?:\.\w+)+)'/g)].map((m) => m[1] as string)
  const counted = [...code.matchAll(/count\('([\w.]+)'/g)].flatMap((m) => [`${m[1]}.one`, `${m[1]}.many`])
  const templates = [...code.matchAll(/`([a-z_]+\.[^`]*\$\{[^`]*)`/g)].map((m) => m[1] as string)
  const quote = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  const pattern = (template: string): RegExp =>
    new RegExp(
      '^' +
        template
          .split(/\$\{(?:[^{}]|\{[^}]*\})*\}/)
          .map(quote)
          .join('\\w+') +
        '$',
    )
  return [...plain, ...counted].map((key) => new RegExp(`^${quote(key)}$`)).concat(templates.map(pattern))
}

describe('catalogues', () => {
  it.each(catalogues)('%s have the same keys and placeholders as English', (_name, english, other) => {
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort())
    for (const [key, text] of Object.entries(english)) {
      expect(other[key], key).not.toBe('')
      expect(placeholders(other[key] as string), key).toEqual(placeholders(text))
    }
  })

  it('have no key that nothing asks for', () => {
    const code = sources(join(__dirname, '../src')).join('\n')
    const asked = askedFor(code)
    const extra = Object.keys(en).filter((key) => !asked.some((pattern) => pattern.test(key)))
    // Pictures on the learning page are named after the text they stand with.
    expect(extra.filter((key) => !/^learn\.\w+_picture$/.test(key))).toEqual([])
  })

  it('translate everything but names and numbers', () => {
    const same = Object.keys(en).filter((key) => en[key as keyof typeof en] === fr[key as keyof typeof fr])
    expect(same.length).toBeLessThan(25)
  })
})

describe('fill', () => {
  it('puts arguments in and leaves unknown holes alone', () => {
    expect(fill('{who} is on {at}', { who: 'Ada', at: 'e5' })).toBe('Ada is on e5')
    expect(fill('{who} and {what}', { who: 'Ada' })).toBe('Ada and {what}')
  })
})
