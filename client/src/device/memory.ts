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
}

/** For as long as the browser likes. */
export const device = new Memory(() => localStorage)
/** Until the tab is closed. */
export const tab = new Memory(() => sessionStorage)
