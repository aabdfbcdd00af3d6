/** Words in three languages. English is the shape of the catalogue; the others are loaded when chosen. */
import { device } from '../ui/memory'
import refusalsEn from '../generated/refusals.en.json'
import en from './en.json'

export type Key = keyof typeof en
export type Language = 'en' | 'fr' | 'de'
type Catalogue = Record<Key, string>
type Args = Record<string, string | number>

export const LANGUAGES: { code: Language; name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'fr', name: 'Français' },
  { code: 'de', name: 'Deutsch' },
]

type Refusals = Record<string, string>
interface Loaded {
  catalogue: Catalogue
  refusals: Refusals
}

const loaders: Record<Language, () => Promise<Loaded>> = {
  en: () => Promise.resolve({ catalogue: en, refusals: refusalsEn }),
  fr: () => both(import('./fr.json'), import('../generated/refusals.fr.json')),
  de: () => both(import('./de.json'), import('../generated/refusals.de.json')),
}

async function both(
  texts: Promise<{ default: Catalogue }>,
  refusals: Promise<{ default: Refusals }>,
): Promise<Loaded> {
  return { catalogue: (await texts).default, refusals: (await refusals).default }
}

const STORED = 'medina.language'
const known = (code: string): code is Language => code in loaders

class Words {
  language = $state<Language>('en')
  catalogue = $state.raw<Catalogue>(en)
  refusals = $state.raw<Refusals>(refusalsEn)

  async use(language: Language): Promise<void> {
    const loaded = await loaders[language]()
    this.catalogue = loaded.catalogue
    this.refusals = loaded.refusals
    this.language = language
    document.documentElement.lang = language
  }
}

const words = new Words()

export const language = (): Language => words.language
export const refusalCatalogue = (): Refusals => words.refusals

/** What the reader chose before, else what the browser asks for, else English. */
export function preferredLanguage(): Language {
  const wishes = [device.get(STORED) ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return wishes.find(known) ?? 'en'
}

export const startLanguage = (): Promise<void> => words.use(preferredLanguage())

export function chooseLanguage(code: Language): Promise<void> {
  device.set(STORED, code)
  return words.use(code)
}

/** Put `{name}` placeholders into a template. */
export const fill = (template: string, args: Args = {}): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole))

export const isKey = (key: string): key is Key => key in en

export const t = (key: Key, args?: Args): string => fill(words.catalogue[key], args)

/** One and many: `key.one` and `key.many`, with {n}. */
export function count(key: string, n: number, args: Args = {}): string {
  return t(`${key}.${n === 1 ? 'one' : 'many'}` as Key, { n, ...args })
}
