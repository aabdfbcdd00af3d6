import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Pace } from '../src/table/pace'

describe('the pace', () => {
  let shown: string[]
  let pace: Pace<string>
  const pass = (ms: number): string => {
    vi.advanceTimersByTime(ms)
    return shown.join('')
  }

  beforeEach(() => {
    vi.useFakeTimers()
    shown = []
    pace = new Pace((news) => shown.push(...news))
  })
  afterEach(() => void vi.useRealTimers())

  it('shows at once what has no reason to wait, and one after the other what has', () => {
    pace.add(['a'], 0)
    for (const news of 'bc') pace.add([news], 800)
    expect(pass(0)).toBe('a')
    expect(pass(799)).toBe('a')
    expect(pass(1)).toBe('ab')
    expect(pass(800)).toBe('abc')
  })

  it('ends the wait before what has no reason to wait', () => {
    pace.add(['a'], 0)
    pace.add(['b', 'c'], 800)
    expect(pass(0)).toBe('a')
    pace.add(['d'], 0)
    expect(pass(0)).toBe('abcd')
    expect(pass(5000)).toBe('abcd')
  })

  it('shows together what is shown at once', () => {
    const together: string[][] = []
    pace = new Pace((news) => together.push(news))
    pace.add(['a'], 0)
    pace.add(['b', 'c'], 800)
    pace.hurry()
    expect(together).toEqual([['a'], ['b', 'c']])
  })

  it('waits no longer when somebody is in a hurry', () => {
    pace.add(['a'], 0)
    for (const news of 'bcd') pace.add([news], 800)
    pace.hurry()
    expect(shown.join('')).toBe('abcd')
    expect(pass(5000)).toBe('abcd')
  })

  it('does not fall far behind', () => {
    pace.add(['a'], 0)
    for (let n = 0; n < 40; n++) pace.add(['b'], 800)
    expect(pass(0).length).toBe(29)
  })
})
