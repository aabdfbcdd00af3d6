/** A page with nothing but the engine, for the tests in a real browser and the benchmark. */
import type { PositionJson } from '../../../src/generated/api'
import { TASTE } from '../../../src/generated/engine'
import { Core, roomIn } from '../../../src/engine/core'
import { Engine, memoryAWorker } from '../../../src/engine/engine'
import { siteSource } from '../../../src/engine/source'
import { answers, type Questions } from '../answers'

const source = siteSource()
let core: Core | null = null

export const medina = {
  load: () => Engine.load(),

  async answers(asked: Questions) {
    const names = [...new Set(asked.searches.map(({ network }) => network))]
    const networks = await Promise.all(names.map((name) => source.network(name)))
    const byName = Object.fromEntries(names.map((name, index) => [name, networks[index]!]))
    return answers(await source.module(), byName, asked)
  },

  /** Puts up a position and begins to search. */
  async begin(position: PositionJson): Promise<void> {
    core = new Core(await source.module())
    core.prepare(await source.network(`${position.edition}${position.players}`), roomIn(memoryAWorker()))
    core.open(position)
    core.begin(TASTE, 1n)
    core.search(20)
  },

  search: (nodes: number) => core?.search(nodes),

  /** Milliseconds from wanting an evaluation to having the first, everything but the files still to be done. */
  async firstLook(position: PositionJson): Promise<number> {
    const begin = performance.now()
    const engine = await Engine.load(siteSource())
    engine.open(position)
    const first = await new Promise<number>((seen) => {
      void engine.think({ seconds: 5 }, () => seen(performance.now() - begin))
    })
    engine.close()
    return first
  },
}

Object.assign(window, { medina })
