/** What the moderation screen says about bans. */
import { beforeAll, expect, it } from 'vitest'
import type { BanInfo } from '../src/generated/api'
import { chooseLanguage } from '../src/i18n/i18n.svelte'
import { untilText } from '../src/moderation/words'

const BAN: BanInfo = {
  id: 'b1',
  at: Date.UTC(2026, 10, 19),
  why: 'insults',
  user: 'u1',
  name: 'Rude',
  network: null,
  addresses: false,
  until: null,
}

beforeAll(() => chooseLanguage('en'))

it('a ban for good has no date, another one has its own', () => {
  expect(untilText(BAN)).toBe('Banned for good.')
  expect(untilText({ ...BAN, until: Date.UTC(2027, 5, 15) })).toContain('2027')
})
