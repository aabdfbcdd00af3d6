/** Work that one tab is enough for. */

/** Longer than a bot thinks. A tab that the browser has put to sleep may hold the lock for ever. */
const PATIENCE_MS = 10_000

/**
 * Run `work` while no other tab runs work of this name, where the browser has locks (without HTTPS it has none). This only spares work: what
 * must hold is checked by the transaction that changes something.
 */
export async function alone(name: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work()
  let begun = false
  try {
    await navigator.locks.request(
      `medina.${name}`,
      { signal: AbortSignal.timeout(PATIENCE_MS) },
      async () => ((begun = true), work()),
    )
  } catch (error) {
    if (begun) throw error
    await work()
  }
}
