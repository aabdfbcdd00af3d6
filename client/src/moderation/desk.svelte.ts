/** What a moderator does, and what became of it. The server decides who may do what. */
import type {
  BanAddress,
  BanPerson,
  DeedDone,
  EndTable,
  GiveRole,
  PasswordLink,
  RemoveLine,
  RemoveName,
  RemovePuzzle,
  Settle,
  Unban,
  Undo,
} from '../generated/api'
import { t } from '../i18n/i18n.svelte'
import { post } from '../net/http'
import { Attempt } from '../ui/attempt.svelte'

export type AnyDeed =
  | BanPerson
  | BanAddress
  | Unban
  | RemoveLine
  | RemoveName
  | RemovePuzzle
  | EndTable
  | GiveRole
  | Settle
  | PasswordLink
  | Undo

class Desk {
  readonly attempt = new Attempt()
  /** Counts what was done, so that what is shown is asked for again. */
  done = $state(0)
  /** A link that was made; it is shown this once. */
  link = $state('')

  async act(deed: AnyDeed): Promise<boolean> {
    this.link = ''
    return this.attempt.run(async () => {
      const { link } = await post<DeedDone>('/moderation/acts', deed)
      this.link = link ?? ''
      this.done += 1
    }, t('moderation.done'))
  }
}

export const desk = new Desk()
