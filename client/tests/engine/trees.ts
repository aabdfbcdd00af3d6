/** Trees as a browser reads, grows and writes them, for tests/fast/test_trees.py to compare with the package. Runs in Node. */
import { readFileSync } from 'node:fs'
import { Core } from '../../src/engine/core'
import type { Options } from '../../src/generated/api'
import { RECORDS } from '../../src/generated/tables'
import { readTree } from '../../src/solo/reading'
import { treeRecord } from '../../src/solo/record'
import { firstPosition } from '../../src/solo/start'
import type { Tree } from '../../src/solo/tree'
import * as lines from '../../src/study/lines'

const [file, module] = process.argv.slice(2) as [string, string]
const asked = JSON.parse(readFileSync(file, 'utf8')) as {
  /** To be read and written again. */
  texts: string[]
  /** To be grown by chance. */
  games: { options: Options; well: string; market: string; changes: number }[]
}
const core = new Core(new WebAssembly.Module(new Uint8Array(readFileSync(module))))
const rules = {
  open: (position: Parameters<Core['open']>[0]) => core.open(position),
  play: (move: string) => core.play(core.code(move)),
  get position() {
    return core.position()
  },
}
let seed = 11
const chance = (count: number): number => (seed = (seed * 48271) % 2147483647) % count
const anyOf = <Item>(items: readonly Item[]): Item => items[chance(items.length)] as Item

function again(text: string): string | null {
  try {
    return treeRecord(readTree(text, rules))
  } catch {
    return null
  }
}

/** As somebody at the board would: placing, walking about, remarking, promoting, deleting. */
function changed(tree: Tree, moment: lines.Moment): lines.Changed {
  const what = chance(12)
  if (what < 6) {
    core.open(lines.positionAt(tree, moment))
    if (core.turn < 0) return { tree, moment: lines.START }
    const move = anyOf(core.moves())
    return lines.played(tree, moment, move, () => {
      rules.play(move)
      return core.position()
    })
  }
  if (what < 9) {
    const to = chance(3) ? lines.back(tree, moment) : lines.beside(tree, moment, anyOf([1, -1]))
    return { tree, moment: chance(5) ? to : lines.lastOf(tree, to) }
  }
  if (what === 9) {
    const remarks = {
      sign: anyOf(['', ...RECORDS.signs]),
      rings: anyOf([[], ['a1'], ['Nc', 'E5']]),
      arrows: anyOf([
        [],
        [['a1', 'Sb']],
        [
          ['b2', 'c3'],
          ['c3', 'b2'],
        ],
      ] as const),
      comment: anyOf(['', 'so, "so" (1. Ge5) <e5>!', 'größer 🕌']),
    }
    return { tree: lines.remarked(tree, moment.path, remarks), moment }
  }
  if (what === 10) return anyOf([lines.promoted, lines.mainLined])(tree, moment)
  return chance(4) ? { tree, moment } : lines.without(tree, moment)
}

const grown = asked.games.map(({ options, well, market, changes }) => {
  let now: lines.Changed = {
    tree: {
      tags: { Seat1: 'Zoë', Event: 'x', Note: 'a "b" \\' },
      start: firstPosition(options, { well, market }),
      next: [],
    },
    moment: lines.START,
  }
  for (let count = 0; count < changes; count++) now = changed(now.tree, now.moment)
  const text = treeRecord(now.tree)
  const at = lines.momentText(now.tree, now.moment)
  const back = lines.momentText(now.tree, lines.momentIn(now.tree, at))
  return { text, again: again(text), at, back, ...lines.sizeOf(now.tree) }
})
process.stdout.write(JSON.stringify({ texts: asked.texts.map(again), grown }))
