/** Addresses and screens. Links are ordinary links; clicks on them stay in the page. */
import { version } from '../service/version.svelte'

export type Route =
  | { screen: 'home' }
  | { screen: 'table'; id: string }
  | { screen: 'replay'; id: string | null }
  | { screen: 'device'; id: string | null }
  | { screen: 'puzzles'; id: string | null }
  | { screen: 'editor' }
  | { screen: 'study' }
  | { screen: 'progress' }
  | { screen: 'learn' }
  | { screen: 'about' }
  | { screen: 'rules' }
  | { screen: 'decisions' }
  | { screen: 'aid' }
  | { screen: 'how-to-play' }
  | { screen: 'me' }
  | { screen: 'ratings' }
  | { screen: 'person'; id: string }
  | { screen: 'recover' }
  | { screen: 'confirm' }
  | { screen: 'unsubscribe' }
  | { screen: 'moderation' }
  | { screen: 'missing' }

/** Screens whose address is their name and nothing else. */
const PLAIN = [
  'editor',
  'study',
  'progress',
  'learn',
  'about',
  'rules',
  'aid',
  'how-to-play',
  'me',
  'ratings',
  'recover',
  'confirm',
  'moderation',
  'unsubscribe',
] as const

export function routeOf(path: string): Route {
  const parts = decoded(path)
  if (!parts) return { screen: 'missing' }
  const [first, second] = parts
  if (first === undefined) return { screen: 'home' }
  if (first === 't' && second) return { screen: 'table', id: second }
  if (first === 'people' && second) return { screen: 'person', id: second }
  if (first === 'replay') return { screen: 'replay', id: second ?? null }
  if (first === 'puzzles') return { screen: 'puzzles', id: second ?? null }
  if (first === 'device') return { screen: 'device', id: second ?? null }
  if (first === 'rules' && second === 'decisions') return { screen: 'decisions' }
  const plain = PLAIN.find((screen) => screen === first)
  if (plain) return { screen: plain }
  return { screen: 'missing' }
}

/** The parts of a path, or null if it is no valid address: `/t/%` is none. */
function decoded(path: string): string[] | null {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return null
  }
}

class Router {
  path = $state(location.pathname)
  hash = $state(location.hash)
  route = $derived(routeOf(this.path))

  start(): void {
    addEventListener('popstate', this.read)
    addEventListener('hashchange', this.read)
    document.addEventListener('click', this.click)
  }

  go(url: string): void {
    if (version.outdated && navigator.onLine) return location.assign(url)
    history.pushState(null, '', url)
    this.read()
    if (!location.hash) scrollTo(0, 0)
  }

  /** Change the address without a step in the history: the moment of a replay. */
  replace(url: string): void {
    history.replaceState(null, '', url)
    this.read()
  }

  private read = (): void => {
    this.path = location.pathname
    this.hash = location.hash
  }

  private click = (event: MouseEvent): void => {
    const link = (event.target as Element).closest?.('a')
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (!link || !plain || event.defaultPrevented) return
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (link.pathname.startsWith('/api/')) return
    event.preventDefault()
    this.go(link.href)
  }
}

export const router = new Router()
