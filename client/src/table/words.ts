/** Moves, cells and palaces in words. */
import type { At, BoardPosition, PalaceView } from '../board/api'
import { boardSize, neighbours } from '../board/geometry'
import { wellCells } from '../board/scene'
import type { PalaceDetail } from '../generated/api'
import { count, t } from '../i18n/i18n.svelte'
import { isRoof, parseMove, type Move } from './moves'
import { palaceAt } from './position'

/** "north wall cell above c" is too long for a list: a wall cell is its side and its letter. */
export function cellName(at: At): string {
  const side = at[0]
  if (side === 'N' || side === 'S' || side === 'W' || side === 'E')
    return t(`side.${side}`, { at: at.slice(1) })
  return at
}

export function moveWords(move: Move, position: BoardPosition | null): string {
  if (move.cell === null) return t('move.T')
  const args = { at: cellName(move.cell) }
  if (move.exit) return t('move.through', { ...args, gate: cellName(move.exit) })
  if (isRoof(move.piece)) {
    const palace = position ? palaceAt(position, move.cell) : undefined
    if (palace)
      return t(`move.${move.piece as 'R' | 'N'}.of`, {
        ...args,
        palace: t(`analysis.palace.${palace.colour}`),
      })
  }
  return t(`move.${move.piece}`, args)
}

export const textWords = (text: string, position: BoardPosition | null): string =>
  moveWords(parseMove(text), position)

export const palaceSize = (palace: PalaceView): number => palace.buildings.length + palace.stables.length

export function palaceWords(palace: PalaceView, names: readonly string[] = []): string {
  const what = t(`palace.${palace.colour}`)
  const size = count('palace.size', palaceSize(palace))
  if (palace.roof === null) return t('palace.nobody', { what, size })
  if (palace.roof === 'neutral') return t('palace.neutral', { what, size })
  return t('palace.owned', { what, size, who: names[palace.roof] ?? t('seat.n', { n: palace.roof + 1 }) })
}

/**
 * "open; a roof now brings Ada +10, Ben +8": with the tiles that come along. A palace with a neutral roof scores for
 * nobody (6.3), whatever its points would be.
 */
export function worthWords(palace: PalaceView, detail: PalaceDetail, names: readonly string[]): string {
  if (palace.roof === 'neutral') return t('note.neutral')
  if (palace.roof !== null) return count('note.worth', detail.points)
  const state = t(detail.open ? 'note.open' : 'note.closed')
  const gains = gainWords(
    (detail.claims ?? []).map((by) => by ?? 0),
    names,
  )
  return `${state}; ${gains ? t('note.claims', { gains }) : t('note.no_claims')}`
}

/** What each seat would win or lose, by name. */
export const gainWords = (gains: readonly number[], names: readonly string[]): string =>
  gains.flatMap((by, seat) => (by ? [`${names[seat] ?? ''} ${by > 0 ? `+${by}` : by}`] : [])).join(', ')

/** What a screen reader is told about a cell. */
export function describeCell(
  position: BoardPosition,
  at: At,
  names: readonly string[] = [],
  details: readonly PalaceDetail[] = [],
): string {
  const wall = position.walls[at]
  if (wall) return t(wall === 'gate' ? 'cell.gate' : 'cell.wall', { at: cellName(at) })
  const palace = palaceAt(position, at)
  if (palace) {
    const what = t(position.cells[at] === 'S' ? 'cell.stable' : 'cell.building', { at })
    const detail = details[position.palaces.indexOf(palace)]
    return `${what}, ${palaceWords(palace, names)}${detail ? `, ${worthWords(palace, detail, names)}` : ''}`
  }
  const kind = position.cells[at]
  if (kind === 'M') return t(isEnd(position, at) ? 'cell.end' : 'cell.merchant', { at })
  if (kind === 'well') return t('cell.well', { at })
  const drop = wellCells(position).includes(at) ? `, ${t('cell.drop')}` : ''
  return t('cell.empty', { at: cellName(at) }) + drop + besideWords(position, at)
}

const isEnd = (position: BoardPosition, at: At): boolean =>
  position.streets.some((street) => street[0] === at || street[street.length - 1] === at)

function besideWords(position: BoardPosition, at: At): string {
  const beside = Object.values(neighbours(at, boardSize(position.players)))
    .map((cell) => (cell ? palaceAt(position, cell) : undefined))
    .filter((palace) => palace !== undefined)
  const colours = [...new Set(beside.map((palace) => t(`palace.${palace.colour}`)))]
  return colours.length ? `, ${t('cell.beside', { what: colours.join(', ') })}` : ''
}

/** The position in a paragraph, for a screen reader. */
export function describePosition(position: BoardPosition, names: readonly string[]): string {
  const palaces = position.palaces.map((p) =>
    t('common.pair', { what: palaceWords(p, names), how: [...p.buildings, ...p.stables].join(' ') }),
  )
  const well = Object.keys(position.cells).filter((at) => position.cells[at] === 'well')
  const streets = position.streets.map((s) => t('say.street', { cells: s.join(' ') }))
  const built = (what: 'wall' | 'gate'): string =>
    Object.keys(position.walls)
      .filter((at) => position.walls[at] === what)
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .join(' ')
  const walls = built('wall')
  const gates = built('gate')
  return [
    ...palaces,
    ...streets,
    ...well.map((at) => t('cell.well', { at })),
    walls ? t('say.walls', { cells: walls }) : t('say.no_walls'),
    ...(gates ? [t('say.gates', { cells: gates })] : []),
  ].join('. ')
}
