/** Times, bans and acts in words, and questions in addresses. */
import type { BanInfo } from '../generated/api'
import { language, t } from '../i18n/i18n.svelte'

const ACTS = [
  'ban',
  'ban_address',
  'unban',
  'remove_line',
  'remove_name',
  'remove_puzzle',
  'end_table',
  'give_role',
  'settle',
  'password_link',
  'undo',
] as const

/** What a line of the log says was done. */
export function actText(what: string): string {
  const act = ACTS.find((one) => one === what)
  return act ? t(`moderation.act.${act}`) : what
}

export const momentText = (milliseconds: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(milliseconds)

export const untilText = (ban: BanInfo): string =>
  ban.until === null ? t('moderation.banned') : t('moderation.banned_until', { when: momentText(ban.until) })

/** The part of an address behind the ?, of what was chosen. */
export function query(values: Record<string, string | null>): string {
  const chosen = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return chosen.length ? `?${new URLSearchParams(chosen)}` : ''
}
