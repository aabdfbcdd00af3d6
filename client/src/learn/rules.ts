/** The rules in our own words, by number, in every language; loaded when the page is opened. */
import { unbroken, type Language } from '../i18n/i18n.svelte'

export interface Section {
  number: string
  title: string
  rules: { number: string; text: string }[]
}

const files = import.meta.glob<Record<string, string>>('./rules.*.json', { import: 'default' })
const texts = async (language: Language): Promise<Record<string, string>> =>
  (await files[`./rules.${language}.json`]?.()) ?? {}

/** One rule in words, for a refusal. */
export async function ruleText(number: string, language: Language): Promise<string> {
  return unbroken((await texts(language))[number] ?? '')
}

export async function loadRules(language: Language): Promise<Section[]> {
  return sections(await texts(language))
}

export function sections(rules: Record<string, string>): Section[] {
  // JSON objects with keys like "10" come out before "1.1", so the order is made here.
  const parts = (number: string): number[] => number.split('.').map(Number)
  const all = Object.entries(rules).map(([number, text]) => ({ number, text: unbroken(text) }))
  const inside = (section: string) => all.filter((rule) => rule.number.startsWith(`${section}.`))
  return all
    .filter((rule) => !rule.number.includes('.'))
    .sort((a, b) => Number(a.number) - Number(b.number))
    .map(({ number, text }) => ({
      number,
      title: text,
      rules: inside(number).sort((a, b) => (parts(a.number)[1] ?? 0) - (parts(b.number)[1] ?? 0)),
    }))
}
