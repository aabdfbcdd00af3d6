/**
 * The service worker: keeps the files of the site, so that it opens without a network, and hears what is pushed.
 *
 * A page always comes from the server where there is one, so that nobody sees an old one after an upgrade. Files under /assets are called
 * after what is in them and never change; those of the last builds are kept, so that a page that was open during an upgrade goes on
 * with its own. Nothing of the API is kept.
 */
import { hearPushes } from './push'

declare const self: ServiceWorkerGlobalScope
/** Put in by the build (app.ts). */
declare const BUILD: { id: string; files: string[] }

const OURS = 'medina-'
const HERE = OURS + BUILD.id
const PAGE = '/index.html'
/** Addresses that are answered by the server itself, even when somebody opens them like a page. */
const NO_PAGE = /^\/(api|health|ready|metrics)(\/|$)/
/** How many builds before this one stay for pages that are still open. */
const OLDER_BUILDS = 2
/** How many files are fetched at a time: a visitor's first minute has more urgent things to fetch. */
const AT_ONCE = 3
/** A network that takes longer than this for a page is none. */
const PATIENCE = 6000

self.addEventListener('install', (event) => event.waitUntil(keepFiles().then(() => self.skipWaiting())))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== self.location.origin) return
  if (event.request.mode === 'navigate') {
    if (!NO_PAGE.test(url.pathname)) event.respondWith(page(event))
  } else if (url.pathname !== PAGE && isFile(url.pathname)) {
    event.respondWith(file(event.request))
  }
})
hearPushes(self)

const isFile = (path: string): boolean => path.startsWith('/assets/') || BUILD.files.includes(path)

/** All or nothing: a build is not served before it is whole. What was fetched stays for the next try. */
async function keepFiles(): Promise<void> {
  const cache = await caches.open(HERE)
  const missing = [...BUILD.files]
  const fetchSome = async (): Promise<void> => {
    for (let path = missing.pop(); path; path = missing.pop()) await keep(cache, path)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchSome))
}

async function keep(cache: Cache, path: string): Promise<void> {
  const forever = path.startsWith('/assets/')
  if (forever && (await cache.match(path))) return
  const answer =
    (forever && (await caches.match(path))) ||
    (await fetch(path, { cache: forever ? 'default' : 'no-cache' }))
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  await cache.put(path, answer)
}

async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== HERE)
  await Promise.all(others.slice(0, -OLDER_BUILDS).map((name) => caches.delete(name)))
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

/** The server's page; without a network, or with a server that is not well, the one that was kept. */
async function page(event: FetchEvent): Promise<Response> {
  const asked = (event.preloadResponse as Promise<Response | undefined>).then(
    (answer) => answer ?? fetch(event.request),
  )
  event.waitUntil(asked.catch(() => undefined))
  const late = new Promise<null>((done) => setTimeout(done, PATIENCE, null))
  const answer = await Promise.race([asked, late]).catch(() => null)
  if (answer && answer.status < 500) return answer
  return (await (await caches.open(HERE)).match(PAGE)) ?? asked
}

/** This build's file, or an older build's, or the server's. */
async function file(request: Request): Promise<Response> {
  const cache = await caches.open(HERE)
  return (await cache.match(request)) ?? (await caches.match(request)) ?? fetch(request)
}
