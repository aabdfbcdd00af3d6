/** A device nobody has used: empty storages and a database of its own. */
import * as fake from 'fake-indexeddb'
import { vi } from 'vitest'

export function newDevice(): void {
  localStorage.clear()
  for (const [name, value] of Object.entries(fake)) if (name.startsWith('IDB')) vi.stubGlobal(name, value)
  vi.stubGlobal('indexedDB', new fake.IDBFactory())
  // What is imported from now on begins as a page does.
  vi.resetModules()
}

export function forgetDevice(): void {
  localStorage.clear()
  vi.unstubAllGlobals()
}
