/** Where things lie: names of cells to places on the drawing and back. No rules. */
import { CITIES } from '../generated/tables'
import type { At } from './api'

/** Side of a city cell. */
export const CELL = 46
/** Depth of the ring of wall cells. */
export const RING = 40
/** Space around the ring, for the names of rows and columns. */
export const MARGIN = 30
/** How far a building's top stands above the ground. */
export const HEIGHT = 15

export type Side = 'N' | 'S' | 'W' | 'E'

export interface Size {
  columns: number
  rows: number
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export function boardSize(players: number): Size {
  return CITIES[`${players}` as keyof typeof CITIES]
}

export const columnName = (index: number): string => String.fromCharCode(97 + index)
const columnIndex = (name: string): number => name.charCodeAt(0) - 97

export const cityCell = (column: number, row: number): At => `${columnName(column)}${row + 1}`
export const isWallCell = (at: At): boolean => /^[NSWE]/.test(at)
export const sideOf = (at: At): Side => at[0] as Side

/** Column and row from 0, counted from the south-west city cell; wall cells lie at -1 or one past the end. */
export function place(at: At, size: Size): { column: number; row: number } {
  if (!isWallCell(at)) return { column: columnIndex(at), row: Number(at.slice(1)) - 1 }
  const rest = at.slice(1)
  switch (sideOf(at)) {
    case 'N':
      return { column: columnIndex(rest), row: size.rows }
    case 'S':
      return { column: columnIndex(rest), row: -1 }
    case 'W':
      return { column: -1, row: Number(rest) - 1 }
    case 'E':
      return { column: size.columns, row: Number(rest) - 1 }
  }
}

/** The name at a column and row as `place` counts them; null for corners and outside. */
export function nameAt(column: number, row: number, size: Size): At | null {
  const inColumns = column >= 0 && column < size.columns
  const inRows = row >= 0 && row < size.rows
  if (inColumns && inRows) return cityCell(column, row)
  if (inColumns && row === size.rows) return `N${columnName(column)}`
  if (inColumns && row === -1) return `S${columnName(column)}`
  if (inRows && column === -1) return `W${row + 1}`
  if (inRows && column === size.columns) return `E${row + 1}`
  return null
}

/** Is it the name of a cell of the city or of its ring? */
export function isCell(at: string, size: Size): boolean {
  const { column, row } = place(at, size)
  return nameAt(column, row, size) === at
}

export function boardBox(size: Size): Box {
  return {
    x: 0,
    y: 0,
    width: 2 * (MARGIN + RING) + size.columns * CELL,
    height: 2 * (MARGIN + RING) + size.rows * CELL,
  }
}

/** The city without its ring. */
export function cityBox(size: Size): Box {
  const edge = MARGIN + RING
  return { x: edge, y: edge, width: size.columns * CELL, height: size.rows * CELL }
}

/** The ground a cell covers. */
export function cellBox(at: At, size: Size): Box {
  const { column, row } = place(at, size)
  const edge = MARGIN + RING
  const x = column < 0 ? MARGIN : edge + column * CELL
  const y = row >= size.rows ? MARGIN : edge + (size.rows - 1 - row) * CELL
  const width = column < 0 || column >= size.columns ? RING : CELL
  const height = row < 0 || row >= size.rows ? RING : CELL
  return { x, y, width, height }
}

export function centre(at: At, size: Size): { x: number; y: number } {
  const box = cellBox(at, size)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The cell under a point of the drawing. */
export function cellAt(x: number, y: number, size: Size): At | null {
  const box = cityBox(size)
  const column = x < box.x ? -1 : Math.min(size.columns, Math.floor((x - box.x) / CELL))
  const fromNorth = y < box.y ? -1 : Math.min(size.rows, Math.floor((y - box.y) / CELL))
  const outside = x < MARGIN || y < MARGIN || x > box.x + box.width + RING || y > box.y + box.height + RING
  return outside ? null : nameAt(column, size.rows - 1 - fromNorth, size)
}

/** The four neighbours of a cell, by side; null outside the board. */
export function neighbours(at: At, size: Size): Record<Side, At | null> {
  const { column, row } = place(at, size)
  return {
    N: nameAt(column, row + 1, size),
    S: nameAt(column, row - 1, size),
    W: nameAt(column - 1, row, size),
    E: nameAt(column + 1, row, size),
  }
}

/** The one city cell a wall cell touches. */
export function front(wall: At, size: Size): At {
  const { column, row } = place(wall, size)
  const clamp = (value: number, last: number): number => Math.max(0, Math.min(last, value))
  return cityCell(clamp(column, size.columns - 1), clamp(row, size.rows - 1))
}

/** Step from a cell in a direction, over the ring's corners as well: what an arrow key does. */
export function step(at: At, side: Side, size: Size): At {
  const { column, row } = place(at, size)
  const by: Record<Side, [number, number]> = { N: [0, 1], S: [0, -1], W: [-1, 0], E: [1, 0] }
  const [right, up] = by[side]
  return nameAt(column + right, row + up, size) ?? at
}

export interface TowerPlace {
  number: number
  x: number
  y: number
}

export function towers(size: Size): TowerPlace[] {
  const west = MARGIN + RING / 2
  const east = MARGIN + RING + size.columns * CELL + RING / 2
  const north = MARGIN + RING / 2
  const south = MARGIN + RING + size.rows * CELL + RING / 2
  return [
    { number: 1, x: west, y: north },
    { number: 2, x: east, y: south },
    { number: 3, x: east, y: north },
    { number: 4, x: west, y: south },
  ]
}
