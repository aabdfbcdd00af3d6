import { describe, expect, it } from 'vitest'
import { routeOf } from '../src/ui/router.svelte'

describe('addresses', () => {
  it('lead to screens', () => {
    expect(routeOf('/')).toEqual({ screen: 'home' })
    expect(routeOf('/t/abc')).toEqual({ screen: 'table', id: 'abc' })
    expect(routeOf('/people/J%C3%BCrgen')).toEqual({ screen: 'person', id: 'Jürgen' })
    expect(routeOf('/nowhere')).toEqual({ screen: 'missing' })
  })

  it('that cannot be decoded are missing pages', () => {
    for (const path of ['/%E0%A4%A', '/t/%', '/%']) expect(routeOf(path), path).toEqual({ screen: 'missing' })
  })
})
