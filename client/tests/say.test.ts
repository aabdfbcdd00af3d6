import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { say, sayHere, voice } from '../src/ui/say.svelte'

describe('the voice', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const spoken = (): string => {
    vi.runAllTimers()
    return voice.line.trim()
  }

  it('says together what happens in one moment', () => {
    say('Tower tile 2: Ada.')
    say('Placed: wall north b.')
    expect(spoken()).toBe('Tower tile 2: Ada. Placed: wall north b.')
  })

  it('tells of what is pointed at only the last, after the news', () => {
    sayHere('a1 is empty.')
    say('It is your turn.')
    sayHere('b1 is empty.')
    expect(spoken()).toBe('It is your turn. b1 is empty.')
  })

  it('says the same again when it happens again', () => {
    say('None left.')
    spoken()
    const before = voice.line
    say('None left.')
    expect(spoken()).toBe('None left.')
    expect(voice.line).not.toBe(before)
  })
})
