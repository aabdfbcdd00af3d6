/** Everything that this device keeps, as one file for its owner. */
import { NAMES, type Kept, type Name } from './kept'
import { local } from './small'
import { store } from './store'

export async function everything(now = new Date()): Promise<Blob> {
  const kept = NAMES.filter(
    (name): name is Exclude<Name, 'taken' | 'site'> => name !== 'taken' && name !== 'site',
  )
  const rows = await store.read(kept, async (rows) => {
    const found: Partial<Record<Name, Kept[Name][]>> = {}
    for (const name of kept) found[name] = await rows.all(name)
    return found
  })
  const whole = {
    format: 'medina-device',
    version: 1,
    exported: now.toISOString(),
    settings: local.all(),
    ...rows,
  }
  return new Blob([JSON.stringify(whole, null, 1)], { type: 'application/json' })
}
