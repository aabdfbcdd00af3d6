/** What the browser keeps for us. Where it keeps nothing (blocked, full), the page remembers until it is closed. */
class Memory {
  private readonly here = new Map<string, string>()

  /** Even naming the storage fails where it is blocked, so it is named late. */
  constructor(private readonly storage: () => Storage) {}

  get(name: string): string | null {
    const here = this.here.get(name)
    if (here !== undefined) return here
    try {
      return this.storage().getItem(name)
    } catch {
      return null
    }
  }

  set(name: string, value: string): void {
    try {
      this.storage().setItem(name, value)
      this.here.delete(name)
    } catch {
      this.here.set(name, value)
    }
  }

  /** A value that was set as JSON, if it is there and whole. */
  read<Value>(name: string, fallback: Value): Value {
    try {
      return (JSON.parse(this.get(name) ?? 'null') as Value | null) ?? fallback
    } catch {
      return fallback
    }
  }

  write(name: string, value: unknown): void {
    this.set(name, JSON.stringify(value))
  }

  forget(name: string): void {
    this.here.delete(name)
    try {
      this.storage().removeItem(name)
    } catch {
      // What is not kept need not be forgotten.
    }
  }

  /** Everything that is remembered under names that begin like this. */
  names(beginning: string): string[] {
    const all = new Set(this.here.keys())
    try {
      for (const name of Object.keys(this.storage())) all.add(name)
    } catch {
      // Then only what the page itself remembers.
    }
    return [...all].filter((name) => name.startsWith(beginning))
  }
}

/** For as long as the browser likes. */
export const device = new Memory(() => localStorage)
/** Until the tab is closed. */
export const tab = new Memory(() => sessionStorage)
