/** Being called when this browser is closed: what the page does about it. What the service worker does is in `service/push.ts`. */
import type { Calls } from '../generated/api'
import { ask, get, post } from '../net/http'
import { settings } from './settings.svelte'

/** A service worker that is not there by then will not come. */
const PATIENCE = 10_000

/**
 * Be called in this browser as whoever one is now. Where the site, the browser or its push service does not offer it, pages go on to notify
 * by themselves while they are open.
 */
export async function subscribe(): Promise<void> {
  try {
    const worker = await ready()
    const present = await worker.pushManager.getSubscription()
    if (settings.called && !present) return settings.callNoMore()
    const { key } = await get<Calls>('/me/calls')
    if (!key) return settings.setCalled(false)
    const subscription = await fresh(worker, present, key)
    const { endpoint, keys } = subscription.toJSON()
    await post('/me/browsers', { endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] })
    settings.setCalled(true)
  } catch {
    settings.setCalled(false)
  }
}

/** Not to be called here any more, whatever the server hears of it. */
export async function unsubscribe(): Promise<void> {
  settings.setCalled(false)
  const worker = await navigator.serviceWorker.getRegistration()
  const subscription = await worker?.pushManager.getSubscription()
  if (!subscription) return
  const { endpoint } = subscription
  await subscription.unsubscribe()
  await ask('DELETE', '/browsers', { endpoint }).catch(() => undefined)
}

function ready(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE))
  return Promise.race([navigator.serviceWorker.ready, late])
}

/** A subscription belongs to the site's key; one that was made for another is of no use. */
async function fresh(
  worker: ServiceWorkerRegistration,
  present: PushSubscription | null,
  key: string,
): Promise<PushSubscription> {
  if (present && written(present.options.applicationServerKey) === key) return present
  await present?.unsubscribe()
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const written = (key: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
