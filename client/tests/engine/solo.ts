/** Games as a device begins, plays and writes them, for tests/fast/test_solo.py to compare with the package. Runs in Node. */
import { readFileSync } from 'node:fs'
import { Core } from '../../src/engine/core'
import type { Options, PositionJson } from '../../src/generated/api'
import { readRecord } from '../../src/solo/reading'
import { recordOf } from '../../src/solo/record'
import { firstPosition } from '../../src/solo/start'

const [file, module] = process.argv.slice(2) as [string, string]
const asked = JSON.parse(readFileSync(file, 'utf8')) as {
  options: Options
  well: string
  market: string
  plies: number
}[]
const core = new Core(new WebAssembly.Module(new Uint8Array(readFileSync(module))))
const engine = {
  open: (position: Parameters<Core['open']>[0]) => core.open(position),
  play: (move: string) => core.play(core.code(move)),
  get position() {
    return core.position()
  },
}
let seed = 7
const chance = (count: number): number => (seed = (seed * 48271) % 2147483647) % count

/** As if somebody had set up the first of these positions. */
function setUp(positions: PositionJson[], moves: string[]) {
  const record = recordOf({ positions, moves, tags: {} })
  const again = readRecord(record, engine)
  return { record, start: positions[0], again: [again.positions[0], again.positions.at(-1)] }
}

const answers = asked.map(({ options, well, market, plies }, number) => {
  const positions = [firstPosition(options, { well, market })]
  const moves: string[] = []
  core.open(positions[0]!)
  while (moves.length < plies && core.turn >= 0) {
    const legal = core.moves()
    moves.push(legal[chance(legal.length)]!)
    engine.play(moves.at(-1)!)
    positions.push(core.position())
  }
  const tags = { Date: '2026-11-16', Seat0: 'A "b" \\ c', Seat1: 'bot:visitor' }
  const record = recordOf({ positions, moves, tags })
  const again = readRecord(record, engine)
  return {
    setUp: number % 20 === 0 ? setUp(positions.slice(3), moves.slice(3)) : null,
    start: positions[0],
    end: positions.at(-1),
    record,
    again: { start: again.positions[0], end: again.positions.at(-1), record: recordOf(again) },
  }
})
process.stdout.write(JSON.stringify(answers))
