/** The sketch under somebody's hands: what they hold, and every step back and forth. Kept on this device. */
import type { At, Owner, Piece } from '../board/api'
import { isWallCell } from '../board/geometry'
import { device } from '../device/memory'
import { isRoof } from '../table/moves'
import { palaceAt } from '../table/position'
import { currentPosition, unlessLater } from '../table/versions'
import {
  blank,
  put,
  setRoof,
  setWall,
  usual,
  type From,
  type OnCell,
  type OnWall,
  type Sketch,
} from './sketch'

/** A piece to put up, the well, or the hand that takes away. */
export type Tool = Exclude<Piece, 'T'> | 'well' | 'eraser'

interface Kept {
  past: Sketch[]
  now: Sketch
  future: Sketch[]
}

const STORED = 'medina.editor'
const MOST_STEPS = 60

/** What was kept, by whatever version of the rules. */
function stored(): Kept | null {
  const kept = device.read<Kept | null>(STORED, null)
  return (
    kept &&
    unlessLater(() => ({
      past: kept.past.map(currentPosition),
      now: currentPosition(kept.now),
      future: kept.future.map(currentPosition),
    }))
  )
}

export class Bench {
  private steps = $state.raw<Kept>(stored() ?? { past: [], now: fresh(), future: [] })
  tool = $state<Tool>('G')
  /** Whose roof the next one is. */
  seat = $state(0)
  /** How the next merchant stands. */
  from = $state.raw<From>('touching')

  get sketch(): Sketch {
    return this.steps.now
  }
  get mayUndo(): boolean {
    return this.steps.past.length > 0
  }
  get mayRedo(): boolean {
    return this.steps.future.length > 0
  }

  change(sketch: Sketch): void {
    if (sketch === this.sketch) return
    this.go({ past: [...this.steps.past, this.sketch].slice(-MOST_STEPS), now: sketch, future: [] })
  }

  undo = (): void => {
    const { past, now, future } = this.steps
    const before = past.at(-1)
    if (before) this.go({ past: past.slice(0, -1), now: before, future: [now, ...future] })
  }

  redo = (): void => {
    const { past, now, future } = this.steps
    const [next, ...rest] = future
    if (next) this.go({ past: [...past, now], now: next, future: rest })
  }

  private go(steps: Kept): void {
    this.steps = steps
    device.write(STORED, steps)
    const { seat, from } = this
    if (seat >= steps.now.players) this.seat = 0
    if (typeof from === 'object' && !steps.now.streets[from.street]?.includes(from.end))
      this.from = 'touching'
  }

  // --- what a touch of a cell does

  /** Puts the tool's piece there, or takes it away if it stands there already. False where it cannot stand at all. */
  use(at: At, tool: Tool = this.tool): boolean {
    if (tool === 'eraser') return this.erase(at)
    if (tool !== 'well' && isRoof(tool)) return this.roof(at, tool === 'N' ? 'neutral' : this.seat)
    const ring = tool === 'W' || tool === 'D'
    if (ring !== isWallCell(at)) return false
    if (ring) this.wall(at, tool === 'D' ? 'gate' : 'wall')
    else this.piece(at, tool as OnCell)
    return true
  }

  /** Takes away what stands there; a roof goes with its palace's last building. */
  erase(at: At): boolean {
    const { cells, walls } = this.sketch
    if (walls[at]) this.change(setWall(this.sketch, at, null))
    else if (cells[at]) this.change(put(this.sketch, at, null))
    else return false
    return true
  }

  private wall(at: At, what: OnWall): void {
    const same = this.sketch.walls[at] === what
    this.change(setWall(this.sketch, at, same ? null : what))
  }

  private piece(at: At, what: OnCell): void {
    const same = this.sketch.cells[at] === what
    this.change(put(this.sketch, at, same ? null : what, this.from))
    // The next merchant goes on from this one.
    const street = this.sketch.streets.findIndex((cells) => cells.includes(at))
    if (what === 'M' && !same && typeof this.from === 'object') this.from = { street, end: at }
    if (this.from === 'new') this.from = 'touching'
  }

  private roof(at: At, owner: Owner): boolean {
    const palace = palaceAt(this.sketch as never, at)
    if (!palace) return false
    const index = this.sketch.palaces.indexOf(palace)
    this.change(setRoof(this.sketch, index, palace.roof === owner ? null : owner))
    return true
  }
}

export const fresh = (): Sketch =>
  blank({ edition: 'second', players: 2, gates: false, options: usual('second') })
