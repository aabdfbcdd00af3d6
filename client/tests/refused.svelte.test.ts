import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RefusalInfo } from '../src/generated/api'
import { chooseLanguage } from '../src/i18n/i18n.svelte'
import { ruleText } from '../src/learn/rules'
import Refused from '../src/play/Refused.svelte'
import { voice } from '../src/ui/say.svelte'

const NEAR: RefusalInfo = {
  code: 'illegal_move',
  message: 'e6 is near the brown palace at f7 (rule 5.6)',
  sentence: 'e6 is near the brown palace at f7.',
  rule: '5.6',
}

describe('a refusal', () => {
  const props = $state<{ refusal: RefusalInfo }>({ refusal: NEAR })
  let shown: ReturnType<typeof mount>
  const seen = (): string => document.querySelector('[data-refusal]')?.textContent.trim() ?? ''
  const heard = (): string => {
    flushSync()
    vi.runAllTimers()
    return voice.line.trim()
  }

  beforeEach(() => {
    vi.useFakeTimers()
    props.refusal = NEAR
    shown = mount(Refused, { target: document.body, props })
  })
  afterEach(async () => {
    await unmount(shown)
    vi.useRealTimers()
    await chooseLanguage('en')
  })

  it('is spoken as it is shown, and again when it comes again', () => {
    expect(heard()).toBe('e6 is near the brown palace at f7.')
    expect(seen()).toContain(heard())
    expect(seen()).toMatch(/Rule 5\.6$/)
    props.refusal = { code: 'stale', message: 'The table has moved on.' }
    expect(heard()).toBe('The table has moved on.')
    expect(seen()).toBe('The table has moved on.')
    voice.line = ''
    props.refusal = { code: 'stale', message: 'The table has moved on.' }
    expect(heard()).toBe('The table has moved on.')
  })

  it('leads to the decision that its rule rests on', () => {
    const links = (): (string | null)[] =>
      [...document.querySelectorAll('[data-refusal] a')].map((link) => link.getAttribute('href'))
    heard()
    expect(links()).toEqual(['/rules#5.6'])
    props.refusal = { code: 'illegal_move', message: 'c5 touches two merchants', rule: '8.3' }
    heard()
    expect(links()).toEqual(['/rules#8.3', '/rules/decisions#new_street'])
  })

  it('does not stay among the words of another language', async () => {
    heard()
    await chooseLanguage('de')
    flushSync()
    expect(seen()).toBe('')
    props.refusal = { code: 'stale', message: 'Am Tisch ging es weiter.' }
    expect(heard()).toBe('Am Tisch ging es weiter.')
    expect(seen()).toBe('Am Tisch ging es weiter.')
  })

  it('does not wait for the words of a rule once it is gone', async () => {
    const own = $state<{ refusal: RefusalInfo | null }>({ refusal: NEAR })
    const lost: unknown[] = []
    const note = (reason: unknown): unknown => lost.push(reason)
    process.on('unhandledRejection', note)
    const other = mount(Refused, { target: document.body, props: own as { refusal: RefusalInfo } })
    heard()
    await unmount(other)
    own.refusal = null
    vi.useRealTimers()
    await ruleText('5.6', 'en')
    await new Promise((done) => setTimeout(done, 20))
    process.off('unhandledRejection', note)
    expect(lost).toEqual([])
  })
})
