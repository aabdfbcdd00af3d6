/** The player aid that `?` opens everywhere: whether it is open, and for which game. */
import type { PositionJson } from '../generated/api'

/** What the lines of the aid depend on. Switches that are not given are those of the edition. */
export type AidGame = Pick<PositionJson, 'edition' | 'players' | 'gates'> & {
  options: Readonly<Record<string, boolean | string | null | undefined>>
}

class Aid {
  open = $state(false)
  /** The game on the page; null where there is none and the reader chooses. */
  game = $state.raw<AidGame | null>(null)
}

export const aid = new Aid()

/** Show the aid of this game for as long as the calling component is on the page. */
export function aidFor(game: () => AidGame): void {
  $effect(() => {
    aid.game = game()
  })
  $effect(() => () => {
    aid.game = null
  })
}
