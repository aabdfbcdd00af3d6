/** Who this browser is to the server. */
import type { Me as MeAnswer } from '../generated/api'
import { ask, get, post } from '../net/http'
import { local } from '../device/small'
import { logInByPasskey } from './passkeys'
import { settings } from './settings.svelte'

/** The bot one meets at the first click: gentle, but not foolish. */
const FIRST_BOT = 'visitor'

/** The part of the address of the profile page that leads to the log-in form. */
export const LOG_IN = '#log-in'

class Me {
  private answer = $state.raw<MeAnswer | null>(null)
  private remembered = $state(local.get('account'))

  get info(): MeAnswer | null {
    return this.answer
  }
  set info(info: MeAnswer | null) {
    this.answer = info
    this.remembered = info?.account ?? false
    local.set('account', this.remembered)
  }

  /** True if nobody is logged in. Until the server has said so, this is what the device remembers. */
  get guest(): boolean {
    return !(this.answer ? this.answer.account : this.remembered)
  }

  /** Makes a guest of a newcomer. */
  async load(): Promise<MeAnswer> {
    this.info = await get<MeAnswer>('/me')
    return this.info
  }

  level = $state(local.get('bot') || FIRST_BOT)

  chooseLevel(bot: string): void {
    this.level = bot
    local.set('bot', bot)
  }

  async change(change: { name?: string; language?: string }): Promise<void> {
    this.info = await ask<MeAnswer>('PATCH', '/me', change)
  }

  async register(name: string, password: string): Promise<void> {
    this.info = await post<MeAnswer>('/accounts', { name, password })
  }

  async logIn(name: string, password: string, takeGames: boolean): Promise<void> {
    this.info = await post<MeAnswer>('/sessions', { name, password, take_games: takeGames })
  }

  async logInByPasskey(takeGames: boolean): Promise<void> {
    this.info = await logInByPasskey(takeGames)
  }

  /** Whoever comes next to this browser is not called for somebody else's games. */
  async logOut(): Promise<void> {
    await ask('DELETE', '/sessions')
    await settings.setNotify(false)
    await this.load()
  }
}

export const me = new Me()
