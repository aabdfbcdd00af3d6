/**
 * Is this page still the one that the server gives? The server's page names the script it starts with; as soon as that is not ours, there is a
 * new version. The page goes on as it is, and the next step to another screen loads the new one.
 */
import { tab } from '../device/small'
import { onReconnected } from '../net/socket'

const NOT_AGAIN_FOR = 60_000
const EVERY = 3_600_000

class Version {
  outdated = $state(false)
  private script = ''
  private asked = 0

  /** `script` is the address of the one that the page began with. */
  start(script: string): void {
    this.script = new URL(script).pathname
    addEventListener('vite:preloadError', this.reload)
    if (!import.meta.env.PROD) return
    setInterval(this.check, EVERY)
    addEventListener('online', this.check)
    document.addEventListener('visibilitychange', this.check)
    onReconnected(this.check)
    this.serve()
  }

  /** Ask the server, unless it was asked just now. */
  check = async (): Promise<void> => {
    if (this.outdated || document.hidden || Date.now() - this.asked < NOT_AGAIN_FOR) return
    this.asked = Date.now()
    const page = await fetch('/', { cache: 'no-cache' }).then(
      (answer) => (answer.ok ? answer.text() : ''),
      () => '',
    )
    if (!page.includes('/assets/') || page.includes(this.script)) return
    this.outdated = true
    // Fetches what is new, so that it is there without a network, too.
    await (await navigator.serviceWorker?.getRegistration())?.update().catch(() => undefined)
  }

  /** A file of this build is nowhere any more. The page as it is now has what was asked for; twice in a row would be a circle. */
  private reload = (): void => {
    const last = tab.get('reloaded')
    tab.set('reloaded', Date.now())
    if (Date.now() - last > NOT_AGAIN_FOR) location.reload()
  }

  /** Browsers have service workers only where the connection is secure, or this very machine. */
  private serve(): void {
    navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  }
}

export const version = new Version()
