/** Moves as text, and choosing among the legal ones the server sent. Nothing here decides what is legal. */
import type { At, Piece } from '../board/api'
import { palaceAt, type Position } from './position'

export interface Move {
  text: string
  piece: Piece
  cell: At | null
  exit: At | null
}

/** The order in which pieces are shown everywhere. */
export const PIECES: Piece[] = ['G', 'P', 'B', 'O', 'S', 'M', 'W', 'D', 'R', 'N', 'T']
export const COLOURS = ['G', 'P', 'B', 'O'] as const
export const isRoof = (piece: Piece): boolean => piece === 'R' || piece === 'N'

export function parseMove(text: string): Move {
  const piece = text[0] as Piece
  const [cell, exit] = text.slice(1).split('/')
  return { text, piece, cell: cell || null, exit: exit ?? null }
}

/** Every cell that stands for a move: a roof may be put anywhere on its palace. */
export function cellsOf(move: Move, position: Position): At[] {
  if (move.cell === null) return []
  if (!isRoof(move.piece)) return [move.cell]
  return palaceAt(position, move.cell)?.buildings ?? [move.cell]
}

export class Choices {
  readonly moves: Move[]
  /** Which moves stand for a cell. */
  private readonly byCell = new Map<At, Move[]>()

  constructor(texts: readonly string[], position: Position) {
    this.moves = texts.map(parseMove)
    for (const move of this.moves) {
      for (const at of cellsOf(move, position)) this.byCell.set(at, [...(this.byCell.get(at) ?? []), move])
    }
  }

  /** May this kind of piece be placed anywhere? */
  has = (piece: Piece): boolean => this.moves.some((move) => move.piece === piece)

  at(cell: At, piece: Piece | null): Move[] {
    const moves = this.byCell.get(cell) ?? []
    return piece === null ? moves : moves.filter((move) => move.piece === piece)
  }

  targets(piece: Piece): Set<At> {
    return new Set(
      [...this.byCell].filter(([, moves]) => moves.some((m) => m.piece === piece)).map(([at]) => at),
    )
  }
}

/** The move a player meant by putting a piece on a cell, legal or not: what to ask "why not" about. */
export const meant = (piece: Piece, at: At): string => (piece === 'T' ? 'T' : `${piece}${at}`)

/** What a placement put on the board, for marking it. */
export const cellsTouched = (texts: readonly string[]): At[] =>
  texts.map(parseMove).flatMap((move) => (move.cell ? [move.cell] : []))
