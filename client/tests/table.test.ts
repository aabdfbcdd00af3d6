import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseLanguage } from '../src/i18n/i18n.svelte'
import { Table } from '../src/table/table.svelte'

/** A line that notes what is sent. */
class Line {
  static readonly OPEN = 1
  static lines: Line[] = []
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  constructor() {
    Line.lines.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    this.readyState = 3
  }
  open(): void {
    this.readyState = Line.OPEN
    this.onopen?.()
    flushSync()
  }
  spoken(): unknown[] {
    return this.sent.filter((message) => message['do'] === 'speak').map((message) => message['language'])
  }
}

const newest = (): Line => Line.lines.at(-1) as Line

describe('a table', () => {
  let table: Table

  beforeEach(() => {
    Line.lines = []
    vi.stubGlobal('WebSocket', Line)
    table = new Table('t1')
  })
  afterEach(async () => {
    table.close()
    await chooseLanguage('en')
    vi.unstubAllGlobals()
  })

  it('tells the server the language of the page, and at once when it is another', async () => {
    newest().open()
    await chooseLanguage('de')
    flushSync()
    expect(newest().spoken()).toEqual(['en', 'de'])
  })

  it('tells it again on a new line', async () => {
    newest().open()
    await chooseLanguage('fr')
    flushSync()
    window.dispatchEvent(new Event('online'))
    newest().open()
    expect(Line.lines).toHaveLength(2)
    expect(newest().spoken()).toEqual(['fr'])
  })

  it('does not leave anybody waiting for an answer from a line that is no more', async () => {
    newest().open()
    const asked = table.command({ do: 'start' })
    window.dispatchEvent(new Event('online'))
    await expect(asked).rejects.toThrow()
  })
})
