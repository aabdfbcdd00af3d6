/** Pieces that are not there yet: where they would stand, and as what. */
import type { At, BoardPosition, Ghost, PalaceView } from './api'
import { isWallCell, neighbours, sideOf, type Size } from './geometry'
import type { Thing } from './scene'
import { domeCell, joins } from './shapes'

const palaceOf = (position: BoardPosition, at: At): PalaceView | undefined =>
  position.palaces.find((palace) => palace.buildings.includes(at))

/** The cell it would be seen on: a dome stands in the middle of its palace. */
export function spotOf({ piece, at }: Pick<Ghost, 'piece' | 'at'>, position: BoardPosition, size: Size): At {
  const palace = piece === 'R' || piece === 'N' ? palaceOf(position, at) : undefined
  return palace ? domeCell(palace, size) : at
}

export function thingOf({ piece, at, seat }: Ghost, position: BoardPosition, size: Size): Thing | null {
  const beside = (): PalaceView[] =>
    Object.values(neighbours(at, size)).flatMap((near) => (near ? (palaceOf(position, near) ?? []) : []))
  switch (piece) {
    case 'G':
    case 'P':
    case 'B':
    case 'O': {
      const group = new Set(beside().flatMap(({ colour, buildings }) => (colour === piece ? buildings : [])))
      return { kind: 'block', colour: piece, joins: { ...joins(at, group, size), S: false } }
    }
    case 'S': {
      const [palace] = beside()
      const group = new Set(palace?.buildings ?? [])
      return { kind: 'hut', colour: palace?.colour ?? null, joins: joins(at, group, size) }
    }
    case 'M':
      return { kind: 'merchant', robe: 0 }
    case 'W':
      return { kind: 'wall', lying: isWallCell(at) && 'NS'.includes(sideOf(at)), end: true }
    case 'D':
      return { kind: 'gate' }
    case 'R':
      return { kind: 'dome', owner: seat ?? 'neutral' }
    case 'N':
      return { kind: 'dome', owner: 'neutral' }
    case 'T':
      return null
  }
}
