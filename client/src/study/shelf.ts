/** Studies that are kept on this device: whatever was changed here. */
import type { KeptStudy } from '../device/kept'
import { Saver } from '../device/saver'
import { tab } from '../device/small'
import { store } from '../device/store'
import { forgetOld } from '../device/takeover'

export type { KeptStudy } from '../device/kept'

type Content = Omit<KeptStudy, 'id' | 'changed'>

export const shelf = {
  /** The one touched last comes first. */
  async all(): Promise<KeptStudy[]> {
    const all = await store.read(['studies'], (rows) => rows.all('studies'))
    return all.sort((one, other) => other.changed - one.changed)
  },

  find: async (id: string): Promise<KeptStudy | null> =>
    (await store.read(['studies'], (rows) => rows.get('studies', id))) ?? null,

  async forget(id: string): Promise<void> {
    await store.change(['studies'], (rows) => rows.delete('studies', id))
    forgetOld('study', id)
  },
}

const newId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('')

/** The place of one study on the shelf. It gets another id where a different study was kept under its own by another tab. */
export class Place {
  private readonly saver = new Saver((content: Content) => this.write(content))

  constructor(
    private named: string | null = null,
    /** The record that is kept there, as far as this tab knows. */
    private record: string | null = null,
  ) {}

  get id(): string | null {
    return this.named
  }

  keep(content: Content): Promise<void> {
    this.named ??= newId()
    return this.saver.save(content)
  }

  private async write(content: Content): Promise<void> {
    const [id, other, known] = [this.named as string, newId(), this.record]
    this.named = await store.change(['studies'], async (rows) => {
      const here = await rows.get('studies', id)
      const free = !here || here.record === known || here.record === content.record
      const study = { ...content, id: free ? id : other, changed: Date.now() }
      await rows.put('studies', study)
      return study.id
    })
    this.record = content.record
  }
}

/** The address follows a moment after a change; whoever loads the page before that finds the change by this. */
export function showing(id: string | null): void {
  tab.set('study', { id, hash: location.hash })
}

export async function shownHere(hash: string): Promise<KeptStudy | null> {
  const shown = tab.get('study')
  return shown?.id && shown.hash === hash ? shelf.find(shown.id) : null
}
