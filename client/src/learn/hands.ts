/** What each player starts with (rules section 2), for the player aid. */
import type { Piece } from '../board/api'
import type { Position } from '../table/position'

type Hand = Record<Piece, number>
type Row = { building: number; S: number; M: number; W: number; N: number; D: number }

const ROWS: Record<string, Row> = {
  first3: { building: 6, S: 4, M: 8, W: 10, N: 1, D: 1 },
  first4: { building: 5, S: 3, M: 6, W: 8, N: 0, D: 1 },
  second2: { building: 8, S: 4, M: 12, W: 15, N: 2, D: 2 },
  second3: { building: 6, S: 4, M: 8, W: 12, N: 1, D: 1 },
  second4: { building: 5, S: 3, M: 6, W: 9, N: 0, D: 1 },
}

export function handOf(game: Pick<Position, 'edition' | 'players' | 'gates' | 'options'>): Hand {
  const row = ROWS[`${game.edition}${game.players}`] ?? (ROWS['second2'] as Row)
  const { building, S, M, W } = row
  const N = game.options['neutral_roofs'] ? row.N : 0
  const D = game.gates ? row.D : 0
  return { G: building, P: building, B: building, O: building, S, M, W, D, R: 4, N, T: 0 }
}
