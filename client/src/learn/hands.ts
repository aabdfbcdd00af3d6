/** What each player starts with, for the player aid. */
import { HANDS } from '../generated/tables'
import type { Position } from '../table/position'

type Game = Pick<Position, 'edition' | 'players' | 'gates' | 'options'>
type Hand = (typeof HANDS)[number]['hand']

export const handOf = ({ edition, players, gates, options }: Game): Hand | undefined =>
  HANDS.find(
    (game) =>
      game.edition === edition &&
      game.players === players &&
      game.gates === gates &&
      game.neutral_roofs === options['neutral_roofs'],
  )?.hand
