/**
 * The store of this device: the one owner of the database. A change is one transaction, told to all tabs. What cannot be written (blocked,
 * full) stays in this page, which says so, and is written as soon as that works again.
 */
import { openDB, type IDBPDatabase, type IDBPTransaction } from 'idb'
import { KEYS, NAMES, type Kept, type Key, type Name } from './kept'
import { takeOver } from './takeover'
import { keeping } from './trouble.svelte'

/** Of the object stores. A row says itself by which version of the rules it was written. */
const VERSION = 1

type Transaction = IDBPTransaction<unknown, Name[], 'readonly' | 'readwrite'>
type Writer = IDBPTransaction<unknown, Name[], 'readwrite'>
type Row = Kept[Name]

/** What waits in this page to be written; null for a row that is to be deleted. */
class Unwritten {
  private readonly rows = new Map<Name, Map<Key, Row | null>>()

  of(name: Name): Map<Key, Row | null> {
    const found = this.rows.get(name) ?? new Map<Key, Row | null>()
    this.rows.set(name, found)
    return found
  }

  get all(): [Name, Key, Row | null][] {
    return [...this.rows].flatMap(([name, rows]) =>
      [...rows].map(([key, row]): [Name, Key, Row | null] => [name, key, row]),
    )
  }
}

/** The rows as a change sees and leaves them. */
export class Rows {
  private readonly touched: [Name, Key][] = []

  constructor(
    private readonly unwritten: Unwritten,
    /** To read by; null where there is no database. */
    private readonly transaction: Transaction | null,
    /** To write by; without it a change stays in this page. */
    private readonly writer: Writer | null = null,
  ) {}

  async get<N extends Name>(name: N, key: Key): Promise<Kept[N] | undefined> {
    const held = this.unwritten.of(name).get(key)
    if (held !== undefined) return (held ?? undefined) as Kept[N] | undefined
    return (await this.transaction?.objectStore(name).get(key)) as Kept[N] | undefined
  }

  async all<N extends Name>(name: N): Promise<Kept[N][]> {
    const held = this.unwritten.of(name)
    const written = ((await this.transaction?.objectStore(name).getAll()) ?? []) as Kept[N][]
    const others = written.filter((row) => !held.has(row[KEYS[name]] as Key))
    return [...others, ...([...held.values()].filter((row) => row !== null) as Kept[N][])]
  }

  async put<N extends Name>(name: N, row: Kept[N]): Promise<void> {
    await this.set(name, row[KEYS[name]] as Key, row)
  }

  async delete(name: Name, key: Key): Promise<void> {
    await this.set(name, key, null)
  }

  private async set(name: Name, key: Key, row: Row | null): Promise<void> {
    if (!this.writer) {
      this.unwritten.of(name).set(key, row)
      return
    }
    this.touched.push([name, key])
    const rows = this.writer.objectStore(name)
    await (row ? rows.put(row) : rows.delete(key))
  }

  /** After the transaction: what it wrote waits no longer. */
  done(): void {
    for (const [name, key] of this.touched) this.unwritten.of(name).delete(key)
  }
}

/** Hears which rows changed, and whether in this tab. */
type Listener = (names: readonly Name[], here: boolean) => void

export class Store {
  private readonly unwritten = new Unwritten()
  private readonly listeners = new Set<Listener>()
  private readonly channel: BroadcastChannel | null
  private opening: Promise<IDBPDatabase | null> | null = null
  /** Changes go one after the other, also where no transaction keeps them apart. */
  private last: Promise<unknown> = Promise.resolve()

  constructor(private readonly name: string) {
    this.channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null
    this.channel?.addEventListener('message', ({ data }) => this.tell(data as Name[], false))
  }

  /** Ask after all changes that this page has begun. */
  async read<Result>(names: readonly Name[], ask: (rows: Rows) => Promise<Result>): Promise<Result> {
    await this.last
    return this.reading(await this.open(), names, ask)
  }

  /** Run `work` as one transaction. It may run twice, so it must have no effect but on the rows. */
  change<Result>(names: readonly Name[], work: (rows: Rows) => Promise<Result>): Promise<Result> {
    const result = this.last.then(async () => {
      const result = await this.write(await this.open(), names, work)
      this.tell(names, true)
      this.channel?.postMessage(names)
      return result
    })
    this.last = result.catch(() => undefined)
    return result
  }

  /** Until the function that is returned is called. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private tell(names: readonly Name[], here: boolean): void {
    for (const listener of this.listeners) listener(names, here)
  }

  // --- the database

  /** Null where the browser has none for us. What an old page left in localStorage is taken over first. */
  private open(): Promise<IDBPDatabase | null> {
    this.opening ??= this.connect()
    return this.opening
  }

  private async connect(): Promise<IDBPDatabase | null> {
    const database = await this.opened().catch(() => null)
    await this.write(database, NAMES, takeOver)
    return database
  }

  /** Even naming the database fails where it is blocked. */
  private async opened(): Promise<IDBPDatabase> {
    return openDB(this.name, VERSION, {
      upgrade: (database) => {
        for (const name of NAMES) database.createObjectStore(name, { keyPath: KEYS[name] })
      },
      // A newer page is waiting to change the database: this one goes on without it.
      blocking: (_, __, event) => (event.target as IDBDatabase).close(),
      terminated: () => (this.opening = null),
    })
  }

  private async reading<Result>(
    database: IDBPDatabase | null,
    names: readonly Name[],
    ask: (rows: Rows) => Promise<Result>,
  ): Promise<Result> {
    return ask(new Rows(this.unwritten, database && reader(database, names)))
  }

  private async write<Result>(
    database: IDBPDatabase | null,
    names: readonly Name[],
    work: (rows: Rows) => Promise<Result>,
  ): Promise<Result> {
    try {
      if (!database) throw new DOMException('no database', 'InvalidStateError')
      const result = await this.transact(database, names, work)
      await this.catchUp(database)
      return result
    } catch (error) {
      if (!isRefused(error)) throw error
      const result = await this.reading(database, names, work)
      if (this.unwritten.all.length)
        keeping.trouble = error.name === 'QuotaExceededError' ? 'full' : 'blocked'
      return result
    }
  }

  private async transact<Result>(
    database: IDBPDatabase,
    names: readonly Name[],
    work: (rows: Rows) => Promise<Result>,
  ): Promise<Result> {
    const transaction = database.transaction(names as Name[], 'readwrite')
    const rows = new Rows(this.unwritten, transaction, transaction)
    const done = transaction.done.then(
      () => null,
      (error: unknown) => error,
    )
    try {
      const result = await work(rows)
      const error = await done
      if (error) throw error
      rows.done()
      return result
    } catch (error) {
      try {
        transaction.abort()
      } catch {
        // It is over already.
      }
      // What was asked of it fails because it was aborted; why it was, it says itself.
      throw isRefused(error) && error.name === 'AbortError' ? ((await done) ?? error) : error
    }
  }

  /** Writes what could not be written before. */
  private async catchUp(database: IDBPDatabase): Promise<void> {
    const waiting = this.unwritten.all
    if (waiting.length === 0) {
      keeping.trouble = null
      return
    }
    const names = [...new Set(waiting.map(([name]) => name))]
    await this.transact(database, names, async (rows) => {
      for (const [name, key, row] of waiting) await (row ? rows.put(name, row) : rows.delete(name, key))
    }).then(
      () => (keeping.trouble = null),
      () => undefined,
    )
  }
}

function reader(database: IDBPDatabase, names: readonly Name[]): Transaction | null {
  try {
    return database.transaction(names as Name[], 'readonly')
  } catch {
    // The connection was closed.
    return null
  }
}

/** Did the browser refuse, and not the change fail of itself? */
const isRefused = (error: unknown): error is DOMException =>
  error instanceof DOMException && !['DataCloneError', 'DataError'].includes(error.name)

export const store = new Store('medina')
