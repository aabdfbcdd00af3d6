/** The sketch under somebody's hands: what they hold, and every step back and forth. Kept on this device. */
import type { At, Owner, Piece } from '../board/api'
import { isWallCell } from '../board/geometry'
import { addStep, MOST_STEPS } from '../device/steps'
import { store } from '../device/store'
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

interface Steps {
  past: Sketch[]
  now: Sketch
  future: Sketch[]
}

const ROWS = ['sketches', 'bench'] as const

/** What is kept, by whatever version of the rules; null where nothing is, or something of a later version. */
const kept = (): Promise<Steps | null> =>
  store.read(ROWS, async (rows) => {
    const shown = (await rows.get('bench', 'bench'))?.step
    const all = (await rows.all('sketches')).sort((one, other) => one.step - other.step)
    const steps = unlessLater(() =>
      all.map(({ step, sketch }) => ({ step, sketch: currentPosition(sketch) })),
    )
    const now = steps?.find(({ step }) => step === shown)?.sketch
    if (shown === undefined || !steps || !now) return null
    const where = (is: (step: number) => boolean): Sketch[] =>
      steps.filter(({ step }) => is(step)).map(({ sketch }) => sketch)
    return { past: where((step) => step < shown), now, future: where((step) => step > shown) }
  })

export class Bench {
  private steps = $state.raw<Steps>({ past: [], now: fresh(), future: [] })
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

  private readonly unlisten: () => void

  private constructor(steps: Steps | null) {
    if (steps) this.steps = steps
    this.unlisten = store.listen((names, here) => {
      if (!here && names.includes('bench')) void this.look()
    })
  }

  /** With what was kept, as long as it can be read. */
  static open = async (): Promise<Bench> => new Bench(await kept().catch(() => null))

  close(): void {
    this.unlisten()
  }

  /** Another tab took a step. */
  private async look(): Promise<void> {
    const steps = await kept()
    if (steps) this.show(steps)
  }

  change(sketch: Sketch): void {
    const before = this.sketch
    if (sketch === before) return
    this.show({ past: [...this.steps.past, before].slice(-MOST_STEPS), now: sketch, future: [] })
    void store.change(ROWS, async (rows) => {
      if (!(await rows.get('bench', 'bench'))) await addStep(rows, before)
      await addStep(rows, sketch)
    })
  }

  undo = (): void => {
    const { past, now, future } = this.steps
    const before = past.at(-1)
    if (!before) return
    this.show({ past: past.slice(0, -1), now: before, future: [now, ...future] })
    void this.step(-1)
  }

  redo = (): void => {
    const { past, now, future } = this.steps
    const [next, ...rest] = future
    if (!next) return
    this.show({ past: [...past, now], now: next, future: rest })
    void this.step(1)
  }

  private step(by: 1 | -1): Promise<void> {
    return store.change(ROWS, async (rows) => {
      const step = ((await rows.get('bench', 'bench'))?.step ?? 0) + by
      if (await rows.get('sketches', step)) await rows.put('bench', { id: 'bench', step })
    })
  }

  private show(steps: Steps): void {
    this.steps = steps
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
