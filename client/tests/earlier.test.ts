import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sketchIn } from '../src/editor/sketch'
import type { PositionJson } from '../src/generated/api'
import { RULES_VERSION, VERSION_1 } from '../src/generated/tables'
import { readHash } from '../src/study/address'
import { currentPosition } from '../src/table/versions'
import { forgetDevice, newDevice } from './device'

const EARLIER = join(__dirname, '..', '..', 'tests', 'data', 'earlier', 'rules-1')
const earlier = (name: string): string => readFileSync(join(EARLIER, name), 'utf-8')

/** Devices keep what version 1 of the rules wrote; it is read under the rules of its time. */
describe('what version 1 of the rules wrote', () => {
  beforeEach(newDevice)
  afterEach(forgetDevice)

  it('is read as a game on this device', async () => {
    localStorage.setItem('medina.game.abc123', earlier('device-game.json'))
    const later = JSON.parse(earlier('device-game.json')) as { id: string; start: PositionJson }
    later.id = 'later'
    later.start.options['siesta'] = true
    localStorage.setItem('medina.game.later', JSON.stringify(later))
    const { games } = await import('../src/solo/games')
    const game = await games.find('abc123')
    expect(game?.start).toMatchObject({ rules: RULES_VERSION, options: VERSION_1 })
    expect(await games.all()).toEqual([game])
    expect(await games.find('later')).toBeNull()
  })

  it('is read as a sketch of the editor', async () => {
    localStorage.setItem('medina.editor', earlier('sketch.json'))
    const { Bench } = await import('../src/editor/bench.svelte')
    const bench = await Bench.open()
    expect(bench.sketch).toMatchObject({ rules: RULES_VERSION, options: VERSION_1 })
    expect(bench.mayUndo).toBe(true)
    bench.undo()
    expect(bench.sketch).toMatchObject({ rules: RULES_VERSION, options: VERSION_1 })
    bench.close()
  })

  it('is not looked for in the sketch of a later version', async () => {
    const sketch = JSON.parse(earlier('position-first.json')) as PositionJson
    const later = { past: [], now: { ...sketch, rules: RULES_VERSION + 1 }, future: [] }
    localStorage.setItem('medina.editor', JSON.stringify(later))
    const { Bench } = await import('../src/editor/bench.svelte')
    const bench = await Bench.open()
    expect(bench.sketch.palaces).toEqual([])
    bench.close()
  })

  it('is read when it is pasted into the editor', () => {
    expect(sketchIn(earlier('position-first.json'))).toMatchObject({
      rules: RULES_VERSION,
      options: VERSION_1,
    })
  })

  it('is read from an address', async () => {
    const { record } = await readHash(earlier('editor-link.txt').trim())
    const tag = /^\[Position "(.*)"\]$/m.exec(record ?? '')?.[1] ?? ''
    const position = JSON.parse(tag.replace(/\\(.)/g, '$1')) as PositionJson
    expect(position).toMatchObject({ rules: RULES_VERSION, options: VERSION_1 })
  })

  it('is not taken for a later version', () => {
    const position = JSON.parse(earlier('position-first.json')) as PositionJson
    expect(() => currentPosition({ ...position, rules: RULES_VERSION + 1 })).toThrow(RangeError)
    expect(sketchIn(JSON.stringify({ ...position, rules: RULES_VERSION + 1 }))).toBeNull()
  })

  it('may lack a switch and have none that is unknown', () => {
    const { options, ...position } = JSON.parse(earlier('position-first.json')) as PositionJson
    const { tea, ...others } = options
    expect(currentPosition({ ...position, options: others }).options['tea']).toBe(tea)
    expect(() => currentPosition({ ...position, options: { ...options, siesta: true } })).toThrow('siesta')
  })
})
