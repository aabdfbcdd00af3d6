/** JSON as plain numbers and back, by the forms the compiled engine was built with. */
import type { Form } from '../generated/engine'

/** The numbers that tell a value of this form. */
export function numbersOf(form: Form, value: unknown, into: number[] = []): number[] {
  if (form === 'number') into.push(counted(value))
  else if ('choice' in form) into.push(placeIn(form.choice, value))
  else if ('maybe' in form) {
    into.push(value === null ? 0 : 1)
    if (value !== null) numbersOf(form.maybe, value, into)
  } else if ('record' in form) {
    for (const [name, field] of Object.entries(form.record)) numbersOf(field, (value as never)[name], into)
  } else if ('list' in form) {
    const items = value as unknown[]
    into.push(items.length)
    for (const item of items) numbersOf(form.list, item, into)
  } else {
    const pairs = Object.entries(value as object)
    into.push(pairs.length)
    for (const [key, item] of pairs) {
      into.push(placeIn(form.keys, key))
      numbersOf(form.map, item, into)
    }
  }
  return into
}

/** A number that is not told, as of a hidden hand, is no zero. */
function counted(value: unknown): number {
  if (typeof value !== 'number') throw new Error(`${String(value)} is no number`)
  return value
}

function placeIn(values: readonly unknown[], value: unknown): number {
  const place = values.indexOf(value)
  if (place < 0) throw new Error(`${String(value)} is nothing a position has`)
  return place
}

/** The value of this form that the numbers tell. */
export function valueOf(form: Form, numbers: Iterator<number | bigint>): unknown {
  const next = () => Number(numbers.next().value)
  if (form === 'number') return next()
  if ('choice' in form) return form.choice[next()]
  if ('maybe' in form) return next() ? valueOf(form.maybe, numbers) : null
  if ('record' in form) {
    const fields = Object.entries(form.record).map(([name, field]) => [name, valueOf(field, numbers)])
    return Object.fromEntries(fields)
  }
  if ('list' in form) return Array.from({ length: next() }, () => valueOf(form.list, numbers))
  return Object.fromEntries(
    Array.from({ length: next() }, () => [form.keys[next()], valueOf(form.map, numbers)]),
  )
}
