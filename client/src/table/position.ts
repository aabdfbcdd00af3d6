/** Positions, and the patches that lead from one to the next. */
import type { At, BoardPosition, PalaceView } from '../board/api'
import type { PositionJson as Position, Update } from '../generated/api'

export type { PositionJson as Position, StockJson as Stock } from '../generated/api'
export type Patch = Pick<Update, 'set' | 'cut'>
export type Path = NonNullable<Patch['cut']>[number]

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
