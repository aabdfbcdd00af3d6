/** What each player starts with, for the player aid and the rules. */
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

/** 2: every game as it comes, with what each player gets. Gates are there in the expansion only, as many as it says. */
export const GAMES = HANDS.filter(
  ({ edition, gates, neutral_roofs }) => gates && neutral_roofs === (edition === 'second'),
)
