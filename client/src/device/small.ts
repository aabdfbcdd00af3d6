/**
 * Small values that are read at once: settings that the first paint needs, in localStorage, and what belongs to one tab, in sessionStorage.
 * Whatever is large or must not be lost is in the store (`store.ts`).
 */
import type { Options } from '../generated/api'

const PREFIX = 'medina.'

/** Values under fixed names. Where the browser keeps nothing (blocked, full), the page remembers them until it is closed. */
class Small<Values extends object> {
  private readonly here = new Map<string, string>()

  constructor(
    /** Even naming the storage fails where it is blocked, so it is named late. */
    private readonly storage: () => Storage,
    private readonly defaults: Values,
    /** Written as they are; all others are JSON. */
    private readonly plain: ReadonlySet<keyof Values>,
  ) {}

  get<Name extends keyof Values & string>(name: Name): Values[Name] {
    const text = this.text(PREFIX + name)
    if (text === null) return this.defaults[name]
    if (this.plain.has(name)) return text as Values[Name]
    try {
      return (JSON.parse(text) as Values[Name] | null) ?? this.defaults[name]
    } catch {
      return this.defaults[name]
    }
  }

  set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
    const key = PREFIX + name
    const text = this.plain.has(name) ? String(value) : JSON.stringify(value)
    try {
      this.storage().setItem(key, text)
      this.here.delete(key)
    } catch {
      this.here.set(key, text)
    }
  }

  /** Everything, for the export. */
  all(): Values {
    const names = Object.keys(this.defaults) as (keyof Values & string)[]
    return Object.fromEntries(names.map((name) => [name, this.get(name)])) as unknown as Values
  }

  private text(key: string): string | null {
    const here = this.here.get(key)
    if (here !== undefined) return here
    try {
      return this.storage().getItem(key)
    } catch {
      return null
    }
  }
}

export interface Settings {
  theme: 'auto' | 'light' | 'dark'
  sound: boolean
  notify: boolean
  called: boolean
  notation: boolean
  pace: 'quick' | 'normal' | 'slow'
  /** Empty until it is chosen. */
  language: string
  /** The bot that is played by one click; empty until it is chosen. */
  bot: string
  /** Whether the person had an account when the server last said so. */
  account: boolean
  /** The height of my games on the first page, in pixels. */
  room: number
  /** Whether the engine looks along; empty until somebody has said. */
  live: 'on' | 'off' | ''
  /** Whether a guest was asked for a name and said "later". */
  nameless: 'later' | ''
  /** The last game on this device that was asked for. */
  solo: { options: Options; bots: string[] } | null
  /** The last empty city of the analysis board. */
  study_city: Options
  /** Analyses asked of the server, the newest first. */
  analyses: [game: string, id: string][]
  /** Whose games of the site were last looked through. */
  myplay: string
}

export const local = new Small<Settings>(
  () => localStorage,
  {
    theme: 'auto',
    sound: false,
    notify: false,
    called: false,
    notation: false,
    pace: 'normal',
    language: '',
    bot: '',
    account: false,
    room: 0,
    live: '',
    nameless: '',
    solo: null,
    study_city: { edition: 'second', players: 2 },
    analyses: [],
    myplay: '',
  },
  new Set(['language', 'bot', 'live', 'nameless', 'myplay'] as const),
)

export interface InTab {
  /** When this tab was last loaded again for a file that is gone. */
  reloaded: number
  /** The record that was pasted into the replay. */
  pasted: string
  /** The game of the guide: a table's number, or the name of a game on this device. */
  lesson: string
  /** The study on the analysis board, and its address then. */
  study: { id: string | null; hash: string } | null
  /** The puzzle that is open, by the way there. */
  puzzle: Record<string, string>
}

export const tab = new Small<InTab>(
  () => sessionStorage,
  { reloaded: 0, pasted: '', lesson: '', study: null, puzzle: {} },
  new Set(['pasted', 'lesson'] as const),
)
