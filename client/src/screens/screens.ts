import Home from './Home.svelte'

/** Home is what most people see first; the other screens come when they are asked for. */
export const screens = {
  home: () => Promise.resolve({ default: Home }),
  table: () => import('./TableScreen.svelte'),
  replay: () => import('./Replay.svelte'),
  device: () => import('./Device.svelte'),
  puzzles: () => import('./Puzzles.svelte'),
  editor: () => import('./Editor.svelte'),
  study: () => import('./Study.svelte'),
  progress: () => import('./Progress.svelte'),
  about: () => import('./About.svelte'),
  learn: () => import('./Learn.svelte'),
  rules: () => import('./Rules.svelte'),
  decisions: () => import('./Decisions.svelte'),
  aid: () => import('./Aid.svelte'),
  'how-to-play': () => import('./HowToPlay.svelte'),
  ratings: () => import('./Ratings.svelte'),
  me: () => import('./MeScreen.svelte'),
  person: () => import('./Person.svelte'),
  recover: () => import('./Recover.svelte'),
  moderation: () => import('./Moderation.svelte'),
  confirm: () => import('./Recover.svelte'),
  unsubscribe: () => import('./Unsubscribe.svelte'),
}

/** Begin to fetch a screen before it is drawn; drawing it will report what goes wrong. */
export function fetchEarly(screen: string): void {
  if (screen in screens) screens[screen as keyof typeof screens]().catch(() => undefined)
}
