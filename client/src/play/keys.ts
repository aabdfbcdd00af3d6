/** Keys that work anywhere at the table, unless somebody is writing. */
import type { Piece } from '../board/api'
import type { TableState } from '../table/fold'
import type { LookBack } from '../table/lookback.svelte'
import { PIECES } from '../table/moves'
import type { Play } from '../table/play.svelte'
import { writing } from '../ui/keys'

export interface KeyWorld {
  play: Play
  game: Pick<TableState, 'draft' | 'acting' | 'your_seat'>
  /** Is an earlier moment shown? Placing is for now only. */
  past: boolean
  takeBack: () => void
  confirm: () => void
  /** Put the keyboard on the board. */
  focus: () => void
}

const pressing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(BUTTON|A|SUMMARY)$/.test(target.tagName)

export function handleKey(event: KeyboardEvent, world: KeyWorld): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || writing(event.target))
    return
  if (document.querySelector('dialog[open]')) return
  if (action(event, world)) event.preventDefault()
}

/** Arrow keys step through the game; before the board hears them, as it walks over its cells by the same keys. */
export function handleStepKey(
  event: KeyboardEvent,
  { back, steering }: { back: LookBack; steering: boolean },
): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || writing(event.target)) return
  const target = event.target as HTMLElement
  if (
    document.querySelector('dialog[open]') ||
    target.closest('[role=toolbar], [role=slider], [role=dialog]')
  )
    return
  const looking = back.film !== null
  if (!looking && (event.key !== 'ArrowLeft' || (steering && target.closest('[role=application]')))) return
  const steps: Record<string, () => unknown> = {
    ArrowLeft: () => back.step(-1),
    ArrowRight: () => back.step(1),
    Home: () => back.first(),
    End: () => back.now(),
    Escape: () => back.now(),
  }
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  event.stopPropagation()
  step()
}

/** Did the key mean something? */
function action(event: KeyboardEvent, world: KeyWorld): boolean {
  const { play, game } = world
  const piece = event.key.toUpperCase() as Piece
  if (event.key === 'Escape') play.putDown()
  else if (world.past || game.acting === null || game.acting !== game.your_seat) return false
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
