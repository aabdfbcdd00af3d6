import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../src/generated/tables'
import en from '../src/i18n/en.json'
import { chooseLanguage, fill, t } from '../src/i18n/i18n.svelte'

type Texts = Record<string, string>
const read = (file: string): Texts =>
  JSON.parse(readFileSync(join(__dirname, '../src', file), 'utf8')) as Texts
const others = Object.keys(LANGUAGES).filter((language) => language !== 'en')
const catalogues = others.flatMap((language) =>
  [
    'i18n/*.json',
    'learn/rules.*.json',
    'learn/aid.*.json',
    'learn/decisions.*.json',
    'generated/words.*.json',
  ].map((file): [string, Texts, Texts] => [
    file.replace('*', language),
    read(file.replace('*', 'en')),
    read(file.replace('*', language)),
  ]),
)

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
  it.each(catalogues)('%s has the same keys and placeholders as English', (_name, english, other) => {
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort())
    for (const [key, text] of Object.entries(english)) {
      expect(other[key], key).not.toBe('')
      expect(placeholders(other[key] as string), key).toEqual(placeholders(text))
    }
  })

  it('have no key that nothing asks for', () => {
    const build = readFileSync(join(__dirname, '../app.ts'), 'utf8')
    const code = [...sources(join(__dirname, '../src')), build].join('\n')
    const asked = askedFor(code)
    const extra = Object.keys(en).filter((key) => !asked.some((pattern) => pattern.test(key)))
    // Pictures on the learning page are named after the text they stand with.
    expect(extra.filter((key) => !/^learn\.\w+_picture$/.test(key))).toEqual([])
  })

  it.each(Object.keys(LANGUAGES))('tell what the well rewards in %s', (language) => {
    // 5.7, 11.1: nothing is built beside it, and a cell two away in a line is worth 4 points.
    expect(read(`i18n/${language}.json`)['about.well']).toMatch(/\b4 [Pp](oin|un)/)
  })

  it.each(others)('translate everything but names and numbers into %s', (language) => {
    const texts = read(`i18n/${language}.json`)
    expect(Object.entries(en).filter(([key, text]) => texts[key] === text).length).toBeLessThan(25)
  })
})

describe('fill', () => {
  it('puts arguments in and leaves unknown holes alone', () => {
    expect(fill('{who} is on {at}', { who: 'Ada', at: 'e5' })).toBe('Ada is on e5')
    expect(fill('{who} and {what}', { who: 'Ada' })).toBe('Ada and {what}')
  })

  it('ends no line before a French colon or question mark', async () => {
    await chooseLanguage('fr')
    expect(t('absent.choose')).toBe('Comment continuer\u00a0?')
    expect(t('passkeys.sure', { label: 'x' })).toContain('«\u00a0x\u00a0»\u00a0?')
    await chooseLanguage('en')
  })
})
