/** Values as numbers, and what is no value of a form. */
import { describe, expect, it } from 'vitest'
import { numbersOf, valueOf } from '../src/engine/forms'
import type { Form } from '../src/generated/engine'

const FORM: Form = {
  record: {
    who: { choice: [null, 0, 1, 'neutral'] },
    hands: { list: 'number' },
    gain: { maybe: 'number' },
    loss: { maybe: 'number' },
    cells: { map: { choice: ['M', 'S'] }, keys: ['a1', 'b1'] },
  },
}

describe('forms', () => {
  it('tell a value in numbers and read it again', () => {
    const value = { who: 'neutral', hands: [4, 0], gain: 7, loss: null, cells: { b1: 'M' } }
    const numbers = numbersOf(FORM, value)
    expect(numbers).toEqual([3, 2, 4, 0, 1, 7, 0, 1, 1, 0])
    expect(valueOf(FORM, numbers.values())).toEqual(value)
  })

  it('refuse a hidden hand, a strange cell and a strange owner', () => {
    const good = { who: null, hands: [1], gain: 1, loss: null, cells: {} }
    expect(() => numbersOf(FORM, { ...good, hands: [null] })).toThrow('null')
    expect(() => numbersOf(FORM, { ...good, cells: { z9: 'M' } })).toThrow('z9')
    expect(() => numbersOf(FORM, { ...good, who: 7 })).toThrow('7')
  })
})
