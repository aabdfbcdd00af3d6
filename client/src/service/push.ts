/**
 * The service worker's part in calling somebody whose browser is closed: notices come, take each other's place, and go again. A click leads to
 * the table; "Turn off" ends it all at once, without a page.
 */
import type { Calls, Notice } from '../generated/api'

/** What open pages are told when somebody wants no more notices. */
export const CALLS_OFF = 'medina-calls-off'
const API = '/api/v1'

export function hearPushes(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('push', (event) => {
    const notice = event.data?.json() as Notice | undefined
    if (notice) event.waitUntil(notice.kind === 'over' ? close(worker, notice.tag) : show(worker, notice))
  })
  worker.addEventListener('notificationclick', (event) => {
    const { path } = event.notification.data as { path: string }
    event.notification.close()
    event.waitUntil(event.action === 'off' ? turnOff(worker) : open(worker, path))
  })
  worker.addEventListener('pushsubscriptionchange', (event) => {
    ;(event as ExtendableEvent).waitUntil(renew(worker))
  })
}

const windows = (worker: ServiceWorkerGlobalScope): Promise<readonly WindowClient[]> =>
  worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

async function close(worker: ServiceWorkerGlobalScope, tag: string): Promise<void> {
  for (const shown of await worker.registration.getNotifications({ tag })) shown.close()
}

/** Whoever looks at the table here sees it for themselves. */
async function show(worker: ServiceWorkerGlobalScope, notice: Notice): Promise<void> {
  const { path = '/', title = 'Medina', body, lang, tag, open, off } = notice
  const looking = (await windows(worker)).some(
    (page) => page.visibilityState === 'visible' && new URL(page.url).pathname === path,
  )
  if (looking) return
  // `renotify` and `actions` are not in TypeScript's list; browsers that do not know them leave them out.
  const options = {
    body,
    lang,
    tag,
    renotify: true,
    icon: '/icons/any-192.png',
    data: { path },
    actions: [
      { action: 'open', title: open },
      { action: 'off', title: off },
    ],
  }
  await worker.registration.showNotification(title, options as NotificationOptions)
}

async function open(worker: ServiceWorkerGlobalScope, path: string): Promise<void> {
  const pages = await windows(worker)
  const there = pages.find((page) => new URL(page.url).pathname === path)
  await (there ? there.focus() : worker.clients.openWindow(path))
}

async function turnOff(worker: ServiceWorkerGlobalScope): Promise<void> {
  for (const shown of await worker.registration.getNotifications()) shown.close()
  for (const page of await windows(worker)) page.postMessage(CALLS_OFF)
  const subscription = await worker.registration.pushManager.getSubscription()
  if (!subscription) return
  await send('DELETE', '/browsers', { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

/** The browser has another address for us, or none: ask for one again. */
async function renew(worker: ServiceWorkerGlobalScope): Promise<void> {
  const { key } = (await (await fetch(`${API}/me/calls`)).json()) as Calls
  if (!key) return
  const made = await worker.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  })
  const { endpoint, keys } = made.toJSON()
  await send('POST', '/me/browsers', { endpoint, p256dh: keys?.['p256dh'], auth: keys?.['auth'] })
}

const send = (method: string, path: string, body: object): Promise<Response> =>
  fetch(API + path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
