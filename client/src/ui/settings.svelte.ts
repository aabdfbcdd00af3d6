/** What this browser remembers: theme, sound, notifications, how fast bots seem to be. */
import { local, type Settings as Kept } from '../device/small'
import { CALLS_OFF } from '../service/push'

export type ThemeChoice = Kept['theme']

/** Milliseconds between what bots place, at least; quick is as they come. */
export const PACES = { quick: 0, normal: 800, slow: 1600 } as const
export type PaceChoice = Kept['pace']

class Settings {
  theme = $state(local.get('theme'))
  sound = $state(local.get('sound'))
  notify = $state(local.get('notify'))
  /** Is this browser called also when it is closed? */
  called = $state(local.get('called'))
  notation = $state(local.get('notation'))
  pace = $state(local.get('pace'))

  setTheme(theme: ThemeChoice): void {
    this.theme = theme
    local.set('theme', theme)
    this.showTheme()
  }

  setSound(on: boolean): void {
    this.sound = on
    local.set('sound', on)
  }

  setPace(pace: PaceChoice): void {
    this.pace = pace
    local.set('pace', pace)
  }

  get paceMs(): number {
    return PACES[this.pace]
  }

  setNotation(on: boolean): void {
    this.notation = on
    local.set('notation', on)
  }

  /** Asks the browser for leave the first time. */
  async setNotify(on: boolean): Promise<void> {
    this.notify = on && (await Notification.requestPermission()) === 'granted'
    local.set('notify', this.notify)
    void this.renewCalls()
  }

  setCalled(on: boolean): void {
    this.called = on
    local.set('called', on)
  }

  /** Somebody said in a notice that they want no more of them. */
  callNoMore(): void {
    this.setCalled(false)
    void this.setNotify(false)
  }

  /** The server knows whether, as whom and in which language this browser is called. */
  async renewCalls(): Promise<void> {
    if (!this.notify && !this.called) return
    const { subscribe, unsubscribe } = await import('./calls')
    await (this.notify ? subscribe() : unsubscribe())
  }

  get dark(): boolean {
    return (
      this.theme === 'dark' || (this.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
    )
  }

  showTheme = (): void => {
    document.documentElement.dataset['theme'] = this.dark ? 'dark' : 'light'
    // The page has one for each theme of the device; what is chosen here counts for both.
    const colour = this.dark ? '#1e1a24' : '#f4e8cd'
    for (const meta of document.querySelectorAll('meta[name=theme-color]'))
      meta.setAttribute('content', colour)
  }

  start(): void {
    this.showTheme()
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', this.showTheme)
    navigator.serviceWorker?.addEventListener('message', (event) => {
      if (event.data === CALLS_OFF) this.callNoMore()
    })
  }
}

export const settings = new Settings()
