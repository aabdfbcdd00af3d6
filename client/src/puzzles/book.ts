/** The puzzles that there are: those that ship are files of the site, those of a host are asked for and kept by the browser. */
import type {
  PackedPuzzle,
  PackedStep,
  PositionJson,
  PuzzleIndex,
  Puzzles,
  PuzzleShard,
} from '../generated/api'
import { store } from '../device/store'
import { get } from '../net/http'
import { currentPosition } from '../table/versions'

/** What one chooses from. */
export interface Entry {
  id: string
  level: number
  themes: string[]
  /** Edition, players and gates: "second3g". */
  kind: string
  steps: number
  /** Where the whole of it lies. */
  own: boolean
  shard: number
}

export interface Puzzle {
  id: string
  position: PositionJson
  steps: PackedStep[]
}

const CACHE = 'puzzles-'

const files = import.meta.glob<string>('../../../src/medina/server/shipped_puzzles/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
})
const fileOf = (name: string): string =>
  Object.entries(files).find(([path]) => path.endsWith(`/${name}.json`))?.[1] ?? ''

async function read<Answer>(url: string): Promise<Answer> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return (await answer.json()) as Answer
}

export class Book {
  private readonly byId: Map<string, Entry>

  private constructor(
    readonly themes: string[],
    readonly entries: readonly Entry[],
    private readonly version: string,
    /** Those that a moderator took away. */
    readonly withdrawn: ReadonlySet<string>,
  ) {
    this.byId = new Map(entries.map((entry) => [entry.id, entry]))
  }

  /** What the site knows is asked for while there is a network, and remembered for when there is none. */
  static async open(): Promise<Book> {
    const [shipped, site] = await Promise.all([read<PuzzleIndex>(fileOf('index')), siteNow()])
    const { own } = site
    const withdrawn = new Set(site.withdrawn)
    const entries = [...entriesOf(shipped, false), ...(own ? entriesOf(own, true) : [])]
    const once = [...new Map(entries.map((entry) => [entry.id, entry])).values()]
    const offered = once.filter(({ id }) => !withdrawn.has(id))
    const learned = offered.map((entry) => ({ ...entry, level: site.learned[entry.id] ?? entry.level }))
    return new Book(shipped.themes, learned, own?.version ?? '', withdrawn)
  }

  find(id: string): Entry | undefined {
    return this.byId.get(id)
  }

  /** Those that everybody has, whatever the host added. */
  get shipped(): Entry[] {
    return this.entries.filter(({ own }) => !own)
  }

  async puzzle({ id, own, shard }: Entry): Promise<Puzzle> {
    const { puzzles } = await (own ? this.ownShard(shard) : read<PuzzleShard>(fileOf(String(shard))))
    const packed = puzzles.find((each) => each.id === id)
    if (!packed) throw new Error(`There is no puzzle ${id}`)
    return unpacked(packed)
  }

  /** Fetches all of the host's, so that they are there without a network, too. */
  async keepOwn(): Promise<void> {
    const shards = new Set(this.entries.filter(({ own }) => own).map(({ shard }) => shard))
    for (const shard of shards) await this.ownShard(shard)
  }

  private async ownShard(shard: number): Promise<PuzzleShard> {
    const url = `/api/v1/puzzles/shards/${shard}`
    // Browsers have no such memory for pages without HTTPS.
    if (!('caches' in globalThis)) return read<PuzzleShard>(url)
    const here = CACHE + this.version
    for (const name of await caches.keys())
      if (name.startsWith(CACHE) && name !== here) await caches.delete(name)
    const cache = await caches.open(here)
    if (!(await cache.match(url))) await cache.add(url)
    return (await (await cache.match(url))!.json()) as PuzzleShard
  }
}

async function siteNow(): Promise<Puzzles> {
  try {
    if (!navigator.onLine) throw new Error('no network')
    const site = await get<Puzzles>('/puzzles')
    await store.change(['site'], (rows) => rows.put('site', { id: 'site', said: site }))
    return site
  } catch {
    const last = await store.read(['site'], (rows) => rows.get('site', 'site'))
    return last?.said ?? { own: null, learned: {}, withdrawn: [] }
  }
}

const entriesOf = ({ themes, shard, puzzles }: PuzzleIndex, own: boolean): Entry[] =>
  puzzles.map(([id, level, numbers, kind, steps], place) => ({
    id,
    level,
    themes: numbers.map((number) => themes[number] as string),
    kind,
    steps,
    own,
    shard: Math.floor(place / shard),
  }))

/** The puzzle as it was written: the cells of a city follow from its palaces and streets. */
export function unpacked({ id, position, steps }: PackedPuzzle): Puzzle {
  const { well, ...rest } = position as unknown as Omit<PositionJson, 'cells'> & { well: string | null }
  const cells: PositionJson['cells'] = well ? { [well]: 'well' } : {}
  for (const { colour, buildings, stables } of rest.palaces) {
    for (const at of buildings) cells[at] = colour
    for (const at of stables) cells[at] = 'S'
  }
  for (const street of rest.streets) for (const at of street) cells[at] = 'M'
  return { id, position: currentPosition({ ...rest, cells }), steps }
}
