/** From a position to the list of things to draw, row by row from the north, so that nearer ones overlap farther ones. */
import type { At, BoardPosition, Colour, Owner } from './api'
import {
  boardSize,
  centre,
  isWallCell,
  nameAt,
  neighbours,
  place,
  sideOf,
  towers,
  type Size,
} from './geometry'
import { domeCell, joins, type Joins } from './shapes'

export type Thing =
  | { kind: 'block'; colour: Colour; joins: Joins }
  | { kind: 'dome'; owner: Owner }
  | { kind: 'hut'; colour: Colour | null; joins: Joins }
  | { kind: 'merchant'; robe: number }
  | { kind: 'well' }
  | { kind: 'wall'; lying: boolean; end: boolean }
  | { kind: 'gate' }
  | { kind: 'tower'; number: number; owner: Owner | null; merchants: number }

export interface Item {
  key: string
  x: number
  y: number
  /** Sorting: row from the north, then from west to east. */
  order: number
  thing: Thing
}

const ROW = 1000

export function scene(position: BoardPosition): Item[] {
  const size = boardSize(position.players)
  const items = [...cityItems(position, size), ...wallItems(position, size), ...towerItems(position, size)]
  return items.sort((a, b) => a.order - b.order)
}

/** The same scene with the objects of the one before where nothing changed, so that only changes are drawn again. */
export function sceneAfter(before: readonly Item[], position: BoardPosition): Item[] {
  const old = new Map(before.map((each) => [each.key, each]))
  return scene(position).map((now) => {
    const was = old.get(now.key)
    return was && JSON.stringify(was) === JSON.stringify(now) ? was : now
  })
}

function item(at: At, key: string, thing: Thing, size: Size, lift = 0): Item {
  const { column, row } = place(at, size)
  return { key, ...centre(at, size), order: (size.rows - row) * ROW + column * 10 + lift, thing }
}

function cityItems(position: BoardPosition, size: Size): Item[] {
  const items: Item[] = []
  for (const palace of position.palaces) {
    const group = new Set(palace.buildings)
    const { colour } = palace
    for (const at of palace.buildings) {
      items.push(item(at, at, { kind: 'block', colour, joins: joins(at, group, size) }, size))
    }
    for (const at of palace.stables) {
      items.push(item(at, at, { kind: 'hut', colour, joins: joins(at, group, size) }, size))
    }
    if (palace.roof !== null) items.push(domeItem(palace.buildings, palace.roof, size))
  }
  for (const [at, what] of Object.entries(position.cells)) {
    if (what === 'M') items.push(item(at, at, { kind: 'merchant', robe: robeOf(at, size) }, size))
    if (what === 'well') items.push(item(at, at, { kind: 'well' }, size))
  }
  return items
}

// Just after the row of its block, so that blocks beside it never cover it.
function domeItem(buildings: At[], owner: Owner, size: Size): Item {
  const at = domeCell({ buildings }, size)
  return item(at, `roof-${buildings[0]}`, { kind: 'dome', owner }, size, 500)
}

const robeOf = (at: At, size: Size): number => {
  const { column, row } = place(at, size)
  return column * 2 + row * 3
}

function wallItems(position: BoardPosition, size: Size): Item[] {
  return Object.entries(position.walls).map(([at, kind]) => {
    if (kind === 'gate') return item(at, at, { kind: 'gate' }, size)
    const lying = sideOf(at) === 'N' || sideOf(at) === 'S'
    const south = neighbours(at, size).S
    const end = south === null || position.walls[south] === undefined || !isWallCell(south)
    return item(at, at, { kind: 'wall', lying, end }, size)
  })
}

function towerItems(position: BoardPosition, size: Size): Item[] {
  return towers(size).map(({ number, x, y }) => ({
    key: `tower-${number}`,
    x,
    y,
    order: (number === 1 || number === 3 ? 0 : size.rows + 1) * ROW + 600,
    thing: {
      kind: 'tower',
      number,
      owner: position.tower_tiles[number] ?? null,
      merchants: position.tower_merchants[number] ?? 0,
    },
  }))
}

/** The cells two steps from the well in a straight line that lie in the city. */
export function wellCells(position: BoardPosition): At[] {
  const size = boardSize(position.players)
  const well = Object.entries(position.cells).find(([, what]) => what === 'well')?.[0]
  if (well === undefined) return []
  const { column, row } = place(well, size)
  return [
    nameAt(column + 2, row, size),
    nameAt(column - 2, row, size),
    nameAt(column, row + 2, size),
    nameAt(column, row - 2, size),
  ].filter((at) => at !== null && !isWallCell(at)) as At[]
}
