/** What the store says, kept up to date in components. */
import type { Name } from './kept'
import { store } from './store'

/** The answer to a question now and after every change of these rows, in this tab or another; undefined until the first answer. */
export function live<Value>(
  names: readonly Name[],
  ask: () => Promise<Value>,
): { readonly now: Value | undefined } {
  let now = $state.raw<Value>()
  $effect(() => {
    let asked = 0
    const again = async (): Promise<void> => {
      const mine = ++asked
      const value = await ask()
      if (mine === asked) now = value
    }
    void again()
    const stop = store.listen((changed) => void (changed.some((name) => names.includes(name)) && again()))
    return () => {
      asked = -1
      stop()
    }
  })
  return {
    get now() {
      return now
    },
  }
}
