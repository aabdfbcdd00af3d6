/** Keys of the analysis board, unless somebody is writing: along the line, to other lines, undoing. */
import { writing } from '../ui/keys'
import type { Explorer } from './explorer.svelte'

/** Did the key mean something? `steering`: the arrow keys walk over the cells of the board. */
export function handleStudyKey(event: KeyboardEvent, explorer: Explorer, steering: boolean): string | null {
  const target = event.target as HTMLElement
  if (event.altKey || writing(target) || document.querySelector('dialog[open]')) return null
  const control = event.ctrlKey || event.metaKey
  const action = control
    ? undoing(event, explorer)
    : event.shiftKey
      ? null
      : walking(event, explorer, steering)
  if (action) {
    event.preventDefault()
    event.stopPropagation()
    return action
  }
  return null
}

type Done = 'walked' | 'undone' | 'redone' | 'deleted' | null

function undoing({ key, shiftKey }: KeyboardEvent, explorer: Explorer): Done {
  const letter = key.toLowerCase()
  if (letter === 'y' || (letter === 'z' && shiftKey))
    return explorer.mayRedo ? (explorer.redo(), 'redone') : null
  if (letter === 'z') return explorer.mayUndo ? (explorer.undo(), 'undone') : null
  return null
}

function walking({ key, target }: KeyboardEvent, explorer: Explorer, steering: boolean): Done {
  const at = target as HTMLElement
  if (key === 'Delete') return explorer.delete() ? 'deleted' : null
  if (at.closest('[role=toolbar], [role=dialog], summary') || (steering && at.closest('[role=application]')))
    return null
  // The tree has its own way up and down; where there is only one line, they move the page.
  const sideways = key === 'ArrowUp' || key === 'ArrowDown'
  if (sideways && (at.closest('[role=tree]') || explorer.instead.length < 2)) return null
  const ways: Record<string, () => void> = {
    ArrowLeft: explorer.back,
    ArrowRight: explorer.forward,
    ArrowUp: () => explorer.beside(-1),
    ArrowDown: () => explorer.beside(1),
    Home: explorer.first,
    End: explorer.last,
  }
  return ways[key] ? (ways[key](), 'walked') : null
}
