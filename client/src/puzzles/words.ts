/** Turns and pieces in words. */
import { t } from '../i18n/i18n.svelte'
import { parseMove } from '../table/moves'
import type { Position } from '../table/position'
import { cellName, textWords } from '../table/words'

export const turnWords = (turn: readonly string[], position: Position): string =>
  turn.map((move) => textWords(move, position)).join(', ')

export const piecesOf = (moves: readonly string[]): string =>
  [...new Set(moves.map((move) => t(`piece.${parseMove(move).piece}`)))].join(', ')

export const cellsOf = (moves: readonly string[]): string =>
  moves.map((move) => cellName(parseMove(move).cell ?? '') || t('puzzles.hint_tea')).join(', ')
