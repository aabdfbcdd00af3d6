import { flushSync } from 'svelte'
import { afterEach, expect, it, vi } from 'vitest'
import type { Me } from '../src/generated/api'
import { bonds } from '../src/ui/bonds.svelte'
import { me } from '../src/ui/me.svelte'

afterEach(() => vi.unstubAllGlobals())

const called = (id: string): Me => ({ id, name: id }) as Me

it('has the list of whoever is logged in', async () => {
  const fetched: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    fetched.push(address)
    const list = [{ user: 'rude', name: 'Rude', kind: 'mute' }]
    return Promise.resolve(Response.json({ bonds: me.info?.id === 'account' ? list : [] }))
  })
  const stop = $effect.root(() => {
    $effect(() => bonds.load())
  })
  flushSync()
  expect(fetched).toEqual(['/api/v1/me/bonds'])
  for (const id of ['guest', 'guest', 'account']) {
    me.info = called(id)
    flushSync()
  }
  await vi.waitFor(() => expect(bonds.kind('rude')).toBe('mute'))
  expect(fetched).toEqual(['/api/v1/me/bonds', '/api/v1/me/bonds'])
  stop()
})
