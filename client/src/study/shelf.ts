/** Studies that are kept on this device: whatever was changed here, the newest ones. */
import { device, tab } from '../device/memory'

export interface KeptStudy {
  id: string
  record: string
  changed: number
  at: string
  /** Who plays, for the list. */
  names: string[]
  placements: number
}

const PREFIX = 'medina.study.'
const MOST = 24
/** Which of them this tab shows, and under which address. */
const SHOWN = 'medina.study'

export const shelf = {
  /** The one touched last comes first. */
  all: (): KeptStudy[] =>
    device
      .names(PREFIX)
      .flatMap((name) => device.read<KeptStudy | null>(name, null) ?? [])
      .sort((one, other) => other.changed - one.changed),

  find: (id: string): KeptStudy | null => device.read<KeptStudy | null>(PREFIX + id, null),

  keep(study: KeptStudy): void {
    const known = shelf.find(study.id) !== null
    device.write(PREFIX + study.id, study)
    if (!known) for (const { id } of shelf.all().slice(MOST)) shelf.forget(id)
  },

  forget(id: string): void {
    device.forget(PREFIX + id)
  },
}

export const newId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('')

/** The address follows a moment after a change; whoever loads the page before that finds the change by this. */
export function showing(id: string | null): void {
  tab.write(SHOWN, { id, hash: location.hash })
}

export function shownHere(hash: string): KeptStudy | null {
  const shown = tab.read<{ id: string | null; hash: string } | null>(SHOWN, null)
  return shown?.id && shown.hash === hash ? shelf.find(shown.id) : null
}
