import { describe, expect, it } from 'vitest'
import type { PositionJson } from '../src/generated/api'
import { BadRecord, NoRecord, readRecord } from '../src/solo/reading'
import { troubleOf } from '../src/solo/trouble'

const TAGS = '[Edition "second"]\n[Players "2"]\n[Well "j5"]\n[Market "c3"]\n\n'

/** Rules that allow nothing. */
const strict = {
  open: () => undefined,
  play: () => {
    throw new Error('illegal')
  },
  position: {} as PositionJson,
}

function trouble(text: string): { error: unknown; line: string; rule: string | null | undefined } {
  try {
    readRecord(text, strict as unknown as Parameters<typeof readRecord>[1])
  } catch (error) {
    const { message, rule } = troubleOf(error)
    return { error, line: message, rule }
  }
  throw new Error('it was read')
}

describe('a text that is no legal record', () => {
  it('is no record at all without a tag of the game', () => {
    for (const text of ['hello world', '', '[Event "Friday"]\n\n1. e4 e5', '1. Pd8 *']) {
      const { error, line } = trouble(text)
      expect(error).toBeInstanceOf(NoRecord)
      expect(line).toContain('neither a game record of Medina nor a position')
    }
    expect(trouble('[Edition "second"]\n\n*').error).not.toBeInstanceOf(NoRecord)
  })

  it('says which part of the rules an illegal move breaks', () => {
    const { error, line, rule } = trouble(`${TAGS}1. Pi5\n*\n`)
    expect(error).toBeInstanceOf(BadRecord)
    expect(line).toContain('Line 6, Pi5, is not allowed there.')
    expect(rule).toBe('5')
  })

  it('names no rule where there is no move', () => {
    const { line, rule } = trouble(`${TAGS}1. hello\n*\n`)
    expect(line).toContain('hello')
    expect(rule).toBeNull()
  })
})
