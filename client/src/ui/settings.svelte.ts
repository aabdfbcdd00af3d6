/** What this browser remembers: theme, sound, notifications, how fast bots seem to be. */
import { device } from '../device/memory'
import { CALLS_OFF } from '../service/push'

export type ThemeChoice = 'auto' | 'light' | 'dark'

/** Milliseconds between what bots place, at least; quick is as they come. */
export const PACES = { quick: 0, normal: 800, slow: 1600 } as const
export type PaceChoice = keyof typeof PACES

const stored = <Value>(name: string, fallback: Value): Value => device.read(`medina.${name}`, fallback)
const store = (name: string, value: unknown): void => device.write(`medina.${name}`, value)

class Settings {
  theme = $state<ThemeChoice>(stored('theme', 'auto'))
  sound = $state<boolean>(stored('sound', false))
  notify = $state<boolean>(stored('notify', false))
  /** Is this browser called also when it is closed? */
  called = $state<boolean>(stored('called', false))
  notation = $state<boolean>(stored('notation', false))
  pace = $state<PaceChoice>(stored('pace', 'normal'))

  setTheme(theme: ThemeChoice): void {
    this.theme = theme
    store('theme', theme)
    this.showTheme()
  }

  setSound(on: boolean): void {
    this.sound = on
    store('sound', on)
  }

  setPace(pace: PaceChoice): void {
    this.pace = pace
    store('pace', pace)
  }

  get paceMs(): number {
    return PACES[this.pace]
  }

  setNotation(on: boolean): void {
    this.notation = on
    store('notation', on)
  }

  /** Asks the browser for leave the first time. */
  async setNotify(on: boolean): Promise<void> {
    this.notify = on && (await Notification.requestPermission()) === 'granted'
    store('notify', this.notify)
    void this.renewCalls()
  }

  setCalled(on: boolean): void {
    this.called = on
    store('called', on)
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
