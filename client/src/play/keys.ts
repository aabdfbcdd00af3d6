/** Keys that work anywhere at the table, unless somebody is writing. */
import type { Piece } from '../board/api'
import type { TableState } from '../table/fold'
import { PIECES } from '../table/moves'
import type { Play } from '../table/play.svelte'

export interface KeyWorld {
  play: Play
  game: Pick<TableState, 'draft' | 'acting' | 'your_seat'>
  takeBack: () => void
  confirm: () => void
  aid: () => void
  /** Put the keyboard on the board. */
  focus: () => void
}

const writing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable)

const pressing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(BUTTON|A|SUMMARY)$/.test(target.tagName)

export function handleKey(event: KeyboardEvent, world: KeyWorld): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || writing(event.target))
    return
  if (document.querySelector('dialog[open]')) return
  if (action(event, world)) event.preventDefault()
}

/** Did the key mean something? */
function action(event: KeyboardEvent, world: KeyWorld): boolean {
  const { play, game } = world
  const piece = event.key.toUpperCase() as Piece
  if (event.key === '?') world.aid()
  else if (event.key === 'Escape') play.putDown()
  else if (game.acting === null || game.acting !== game.your_seat) return false
  else if (event.key === 'Backspace' && game.draft) world.takeBack()
  else if (event.key === 'Enter' && game.draft?.complete && !pressing(event.target)) world.confirm()
  else if (event.key === 'PageDown' || event.key === 'PageUp') play.jump(event.key === 'PageDown' ? 1 : -1)
  else if (PIECES.includes(piece) && event.key.length === 1) pickUp(piece, world)
  else return false
  return true
}

function pickUp(piece: Piece, { play, focus }: KeyWorld): void {
  play.take(piece)
  if (!play.piece) return
  focus()
  if (play.cursor && play.targets.has(play.cursor)) play.hover(play.cursor)
  else play.jump(1)
}
