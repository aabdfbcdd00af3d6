import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Core } from '../src/engine/core'
import { Engine, type Finding, type Helper } from '../src/engine/engine'
import { networkIn } from '../src/engine/half'
import { think, type Report } from '../src/engine/searching'
import { firstPosition } from '../src/solo/start'

const file = (name: string): ArrayBuffer =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../src/medina/engine', name))).buffer
const module = new WebAssembly.Module(file('engine.wasm'))
const source = {
  module: () => Promise.resolve(module),
  network: (name: string) => Promise.resolve(networkIn(file(`weights/${name}.bin`))),
}

/** What a worker does, without one. */
function hire(): Helper {
  let stop = () => {}
  const helper: Helper = {
    onmessage: null,
    onerror: null,
    terminate: () => stop(),
    postMessage(task) {
      stop()
      const tell = (data: Report) => helper.onmessage?.({ data })
      if (task && 'task' in task)
        stop = think(task, new Core(task.module), tell, () => new Promise((go) => void setImmediate(go)))
    },
  }
  return helper
}

const told = ({ best, sights }: Finding): string[] => [...best, ...sights].map(({ move }) => move)

it('has three moves to tell from the first moment on, and says which it only glimpsed', async () => {
  const engine = await Engine.load(source, hire)
  engine.open(firstPosition({ edition: 'second', players: 2 }, { well: 'j5', market: 'c3' }))
  const legal = new Set(engine.moves)
  const [one, few, many] = [
    await engine.think({ nodes: 1, lines: 3 }),
    await engine.think({ nodes: 2, workers: 2, lines: 3 }),
    await engine.think({ nodes: 4000, lines: 3 }),
  ]
  for (const finding of [one, few, many]) {
    expect(new Set(told(finding)).size).toBe(3)
    for (const { move, win, score } of [...finding.best, ...finding.sights]) {
      expect(legal).toContain(move)
      expect(win[0]! + win[1]!).toBeCloseTo(1)
      expect(Math.min(...score)).toBeGreaterThan(0)
    }
  }
  expect(one.sights).toHaveLength(2)
  expect((await engine.think({ nodes: 1, lines: 1 })).sights).toHaveLength(0)
  engine.close()
})
