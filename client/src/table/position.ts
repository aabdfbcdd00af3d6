/** A whole position as the server sends it (the notation document names every field). */
import type { At, BoardPosition, Colour, Owner, PalaceView, Piece } from '../board/api'

/** How many of each piece a seat holds; null is hidden from the reader. */
export type Stock = Record<Piece, number | null>

export interface Position extends BoardPosition {
  edition: 'first' | 'second'
  gates: boolean
  phase: 'founding' | 'play' | 'over'
  turn: number | null
  placements_left: number
  stock: Stock[]
  out: boolean[]
  palace_tiles: Record<Colour, Owner | null>
  palace_tile_palaces: Record<Colour, At | null>
  tea_left: number
  scores: number[]
  options: Record<string, boolean>
  turn_size: number
  used_gates: At[]
  spare_gate: boolean
}

export type Path = (string | number)[]
export interface Patch {
  set?: [Path, unknown][]
  cut?: Path[]
}

type Tree = Record<string, unknown> | unknown[]

/** What a patch makes of a position: cuts first, then settings. The old position stays as it was. */
export function patched(position: Position | null, patch: Patch): Position | null {
  let tree: unknown = position
  for (const path of patch.cut ?? []) tree = cutAt(tree, path)
  for (const [path, value] of patch.set ?? []) tree = setAt(tree, path, value)
  return tree as Position | null
}

function setAt(tree: unknown, path: Path, value: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  const copy = copied(tree)
  put(copy, first, setAt(get(copy, first), rest, value))
  return copy
}

function cutAt(tree: unknown, path: Path): unknown {
  const [first, ...rest] = path
  if (first === undefined) return tree
  if (rest.length === 0 && Array.isArray(tree)) return tree.slice(0, Number(first))
  const copy = copied(tree)
  if (rest.length === 0) delete (copy as Record<string, unknown>)[first]
  else put(copy, first, cutAt(get(copy, first), rest))
  return copy
}

const copied = (tree: unknown): Tree => (Array.isArray(tree) ? [...tree] : { ...(tree as object) })
const get = (tree: Tree, key: string | number): unknown => (tree as Record<string | number, unknown>)[key]
const put = (tree: Tree, key: string | number, value: unknown): void => {
  ;(tree as Record<string | number, unknown>)[key] = value
}

export const palaceAt = (position: BoardPosition, at: At): PalaceView | undefined =>
  position.palaces.find((palace) => palace.buildings.includes(at) || palace.stables.includes(at))
