/** Words in every language. English is the shape of the catalogue; the others are loaded when chosen. */
import { LANGUAGES } from '../generated/tables'
import shared from '../generated/words.en.json'
import { local } from '../device/small'
import site from './en.json'

const en = { ...site, ...shared }
export type Key = keyof typeof en
export type Language = keyof typeof LANGUAGES
type Catalogue = Record<Key, string>
type Args = Record<string, string | number>

const files = import.meta.glob<Partial<Catalogue>>(
  ['./*.json', '../generated/words.*.json', '!**/*en.json'],
  {
    import: 'default',
  },
)

async function load(language: Language): Promise<Catalogue> {
  const names = [`./${language}.json`, `../generated/words.${language}.json`]
  const own: Partial<Catalogue>[] = await Promise.all(
    names.map(async (name) => (await files[name]?.()) ?? {}),
  )
  const texts = own.flatMap((part) => Object.entries(part))
  return Object.assign({}, en, Object.fromEntries(texts.map(([key, text]) => [key, unbroken(text)])))
}

/**
 * French has a space before : ; ! ? and inside its quotation marks, German one before %, at which no line may end.
 * What the server says has them already (`medina.words`).
 */
export const unbroken = (text: string): string => text.replace(/ (?=[:;!?»%])|(?<=«) /g, '\u00a0')

const known = (code: string): code is Language => code in LANGUAGES

class Words {
  language = $state<Language>('en')
  catalogue = $state.raw<Catalogue>(en)

  async use(language: Language): Promise<void> {
    this.catalogue = await load(language)
    this.language = language
    document.documentElement.lang = language
    document.querySelector('link[rel=manifest]')?.setAttribute('href', `/app.${language}.webmanifest`)
  }
}

const words = new Words()

export const language = (): Language => words.language

/** What the reader chose before, else what the browser asks for, else English. */
export function preferredLanguage(): Language {
  const wishes = [local.get('language'), ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return wishes.find(known) ?? 'en'
}

export const startLanguage = (): Promise<void> => words.use(preferredLanguage())

export function chooseLanguage(code: Language): Promise<void> {
  local.set('language', code)
  return words.use(code)
}

/** Put `{name}` placeholders into a template. */
export const fill = (template: string, args: Args = {}): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => String(args[name] ?? whole))

/** A text whose key comes from the server, if there is one. */
export const find = (key: string): string | undefined => (key in en ? words.catalogue[key as Key] : undefined)

export const t = (key: Key, args?: Args): string => fill(words.catalogue[key], args)

/** One and many, as the language counts: `key.one` and `key.many`, with {n}. */
export function count(key: string, n: number, args: Args = {}): string {
  const one = new Intl.PluralRules(words.language).select(n) === 'one'
  return t(`${key}.${one ? 'one' : 'many'}` as Key, { n, ...args })
}
