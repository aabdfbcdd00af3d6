/** What the compiled engine answers, for tests/fast/test_wasm.py to compare with native code. */
import type { PositionJson } from '../../src/generated/api'
import { Core } from '../../src/engine/core'

export interface Questions {
  games: { position: PositionJson; moves: number[] }[]
  looks: { position: PositionJson }[]
  searches: {
    position: PositionJson
    network: string
    taste: number[]
    seed: number
    room: number
    nodes: number
  }[]
}

/** Every legal list in one number. */
function checksum(codes: Int32Array): number {
  return codes.reduce((sum, code, index) => (sum + (index + 1) * code) % 1_000_003, 0)
}

export function answers(
  module: WebAssembly.Module,
  networks: Record<string, Float32Array>,
  asked: Questions,
) {
  const core = new Core(module)
  return {
    games: asked.games.map(({ position, moves }) => {
      core.open(position)
      const lists = moves.map((move) => {
        const list = checksum(core.codes())
        core.play(move)
        return list
      })
      return {
        lists,
        left: core.codes().length,
        state: Array.from(core.state, String),
        scores: core.scores(),
      }
    }),
    looks: asked.looks.map(({ position }) => {
      core.open(position)
      return {
        position: core.position(),
        moves: core.moves(),
        previews: core.previews(),
        details: core.details(),
        greediest: position.phase === 'over' ? [] : core.greediest(),
      }
    }),
    searches: asked.searches.map(({ position, network, taste, seed, room, nodes }) => {
      core.prepare(networks[network]!, room)
      core.open(position)
      core.begin(taste, BigInt(seed))
      core.search(1)
      const glances = core.glances().map(({ move, wishes }) => [move, ...wishes])
      core.search(nodes - 1)
      const found = core
        .merge([core.found()], core.players)
        .slice(1)
        .map(({ move, visits, wishes, finals }) => [move, visits, ...wishes, ...finals])
      return { found, glances, nodes: core.nodes, chance: String(core.arrays.chance[0]) }
    }),
  }
}
