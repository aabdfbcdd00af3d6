/** Outlines of pieces as SVG paths. */
import type { At, BoardPosition, PalaceView } from './api'
import { CELL, centre, front, HEIGHT, neighbours, place, type Size } from './geometry'

/** How far a building's wall stays inside its cell. */
const INSET = 3
/** Touching blocks overlap by this much (inner layers by more), so that no seam shows between them. */
const OVERLAP = 0.6
const ROUND = 4

export interface Joins {
  N: boolean
  S: boolean
  W: boolean
  E: boolean
  NW: boolean
  NE: boolean
  SW: boolean
  SE: boolean
}

/** Which of the eight cells around one belong to the same palace. */
export function joins(at: At, group: ReadonlySet<At>, size: Size): Joins {
  const around = neighbours(at, size)
  const has = (cell: At | null): boolean => cell !== null && group.has(cell)
  const beyond = (cell: At | null, side: 'W' | 'E'): boolean =>
    cell !== null && has(neighbours(cell, size)[side])
  return {
    N: has(around.N),
    S: has(around.S),
    W: has(around.W),
    E: has(around.E),
    NW: beyond(around.N, 'W'),
    NE: beyond(around.N, 'E'),
    SW: beyond(around.S, 'W'),
    SE: beyond(around.S, 'E'),
  }
}

interface Corner {
  /** Direction from the cell's middle to this corner. */
  dx: 1 | -1
  dy: 1 | -1
  /** Is there a neighbour across the side reached horizontally, vertically, and across the corner? */
  beside: boolean
  above: boolean
  across: boolean
}

const corners = (j: Joins): Corner[] => [
  { dx: -1, dy: -1, beside: j.W, above: j.N, across: j.NW },
  { dx: 1, dy: -1, beside: j.E, above: j.N, across: j.NE },
  { dx: 1, dy: 1, beside: j.E, above: j.S, across: j.SE },
  { dx: -1, dy: 1, beside: j.W, above: j.S, across: j.SW },
]

/** One corner of the outline, which runs clockwise: arriving along one side, leaving along the other. */
function cornerPath(c: Corner, inset: number, round: number): string {
  const half = CELL / 2
  const over = OVERLAP + inset / 8
  const x = c.dx * (half + (c.beside ? over : -inset))
  const y = c.dy * (half + (c.above ? over : -inset))
  const vertical = `${x} ${y - c.dy * round}`
  const horizontal = `${x - c.dx * round} ${y}`
  const arrivesVertically = c.dx === -1 ? c.dy === -1 : c.dy === 1
  if (!c.beside && !c.above) {
    return arrivesVertically ? `L${vertical}Q${x} ${y} ${horizontal}` : `L${horizontal}Q${x} ${y} ${vertical}`
  }
  if (!c.beside || !c.above || c.across) return `L${x} ${y}`
  const inX = c.dx * (half - inset)
  const inY = c.dy * (half - inset)
  return arrivesVertically
    ? `L${x} ${inY}L${inX} ${inY}L${inX} ${y}`
    : `L${inX} ${y}L${inX} ${inY}L${x} ${inY}`
}

/** The top of one block of a palace, around its cell's middle, merging with the blocks beside it. */
export function blockTop(j: Joins, inset = INSET, round = ROUND): string {
  return (
    'M' +
    corners(j)
      .map((c) => cornerPath(c, inset, round))
      .join('')
      .slice(1) +
    'Z'
  )
}

/** The shadow of a block whose middle is at a point: to the south-east, a little wider than long. */
export const shadowPath = (j: Joins, x: number, y: number): string =>
  moved(blockTop(j, 2), x + 6, y + 2) + moved(blockTop(j, 5), x + 10, y + 4)

/** An outline of `blockTop`, which has nothing but pairs of absolute coordinates, somewhere else. */
export const moved = (path: string, dx: number, dy: number): string =>
  path.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${Number(x) + dx} ${Number(y) + dy}`)

/** The sunlit edges of a block's top, north and west, as open lines. */
export function litEdges(j: Joins, inset = INSET): string {
  const half = CELL / 2
  const near = half - inset
  const over = half + OVERLAP + inset / 8
  const reach = (joined: boolean, across: boolean): number =>
    joined ? (across ? half + inset : half) : near - ROUND
  // This block's top covers the end of the line on the block before; its own line starts there.
  const begin = (joined: boolean, across: boolean): number =>
    joined && !across ? over : reach(joined, across)
  const lines = [
    j.N ? '' : `M${-begin(j.W, j.NW)} ${-near}H${reach(j.E, j.NE)}`,
    j.W ? '' : `M${-near} ${-begin(j.N, j.NW)}V${reach(j.S, j.SW)}`,
    // It covers the ends of the two lines that meet in an inner corner, too.
    j.N && j.W && !j.NW ? `M${-over} ${-near}H${-near}V${-over}` : '',
  ]
  return lines.join('')
}

/** The south face below a block with nothing of its palace to the south. */
export function blockFace(j: Joins, height = HEIGHT): string {
  const half = CELL / 2
  const near = half - INSET
  const reach = (joined: boolean, across: boolean): number =>
    joined ? (across ? half + INSET : half + OVERLAP) : near
  const left = -reach(j.W, j.SW)
  const right = reach(j.E, j.SE)
  const bottom = near + height
  const top = (joined: boolean): number => (joined ? near - 0.5 : near - ROUND)
  const round = (joined: boolean): number => (joined ? 0 : 2)
  return (
    `M${left} ${top(j.W)}L${right} ${top(j.E)}V${bottom - round(j.E)}` +
    `q0 ${round(j.E)} ${-round(j.E)} ${round(j.E)}H${left + round(j.W)}` +
    `q${-round(j.W)} 0 ${-round(j.W)} ${-round(j.W)}Z`
  )
}

/** What one sees of a block's silhouette: its top's edges in the air, its south edge on the ground. */
export function silhouette(j: Joins): string {
  const half = CELL / 2
  const top = -half - HEIGHT
  const start = (across: boolean): number => (j.N && across ? -half : top)
  const end = j.S ? half - HEIGHT : half
  const lines = [
    j.N ? '' : `M${-half} ${top}H${half}`,
    j.S ? '' : `M${-half} ${half}H${half}`,
    j.W ? '' : `M${-half} ${start(j.NW)}V${end}`,
    j.E ? '' : `M${half} ${start(j.NE)}V${end}`,
  ]
  return lines.join('')
}

/** The block a palace's dome stands on: the one nearest to the middle of the palace. */
export function domeCell(palace: Pick<PalaceView, 'buildings'>, size: Size): At {
  const spots = palace.buildings.map((at) => ({ at, ...place(at, size) }))
  const mean = (pick: (s: { column: number; row: number }) => number): number =>
    spots.reduce((sum, s) => sum + pick(s), 0) / spots.length
  const column = mean((s) => s.column)
  const row = mean((s) => s.row)
  const far = (s: { column: number; row: number }): number => (s.column - column) ** 2 + (s.row - row) ** 2
  return spots.reduce((best, s) => (far(s) < far(best) - 1e-9 ? s : best)).at
}

/** The carpet of a street: one line from merchant to merchant, leaving and entering by the gates. */
export function streetPath(street: At[], walls: BoardPosition['walls'], size: Size): string {
  const gates = new Map(
    Object.entries(walls)
      .filter(([, kind]) => kind === 'gate')
      .map(([wall]) => [front(wall, size), wall]),
  )
  return street.map((at, index) => leg(street[index - 1], at, gates, size)).join('')
}

function leg(before: At | undefined, at: At, gates: Map<At, At>, size: Size): string {
  const here = centre(at, size)
  if (before === undefined) return `M${here.x} ${here.y}`
  if (touching(before, at, size)) return `L${here.x} ${here.y}`
  const out = gates.get(before)
  const into = gates.get(at)
  const from = out ? gatePoint(out, size) : ''
  const to = into ? gatePoint(into, size) : `${here.x} ${here.y}`
  return `${from && `L${from}`}M${to}L${here.x} ${here.y}`
}

function gatePoint(gate: At, size: Size): string {
  const { x, y } = centre(gate, size)
  return `${x} ${y}`
}

function touching(a: At, b: At, size: Size): boolean {
  const p = place(a, size)
  const q = place(b, size)
  return Math.abs(p.column - q.column) + Math.abs(p.row - q.row) === 1
}

/** A street's two ends; one merchant alone is both. */
export const streetEnds = (street: At[]): At[] =>
  street.length > 1 ? [street[0] as At, street[street.length - 1] as At] : street.slice(0, 1)
