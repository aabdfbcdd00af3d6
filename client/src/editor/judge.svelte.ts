/** What is impossible about a sketch, and what follows from it: the site says so, as soon as a hand has rested for a moment. */
import type { Checked, PositionFault, PositionJson } from '../generated/api'
import { post, Refusal } from '../net/http'
import type { Sketch } from './sketch'

const PAUSE_MS = 150
/** Who cannot be reached, or has been asked too often, is asked again. */
const AGAIN_MS = 2000

export class Judge {
  faults = $state.raw<readonly PositionFault[]>([])
  /** The sketch with what follows put in; of an impossible one, as far as it goes. */
  whole = $state.raw<Partial<PositionJson>>({})
  /** Is it about the sketch as it is now, is an answer under way, or can the site not be reached? */
  state = $state<'judged' | 'asking' | 'waiting'>('asking')
  private timer: ReturnType<typeof setTimeout> | undefined
  private newest: Sketch | null = null

  /** The position, if it is one. */
  get position(): PositionJson | null {
    return this.state === 'judged' && this.faults.length === 0 ? (this.whole as PositionJson) : null
  }

  look(sketch: Sketch): void {
    this.newest = sketch
    if (this.state === 'judged') this.state = 'asking'
    this.soon(PAUSE_MS)
  }

  /** There is a network again. */
  now = (): void => {
    if (this.state !== 'judged') this.soon(0)
  }

  close(): void {
    clearTimeout(this.timer)
    this.newest = null
  }

  private soon(pause: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.ask(), pause)
  }

  private async ask(): Promise<void> {
    const asked = this.newest
    if (asked === null) return
    try {
      const { faults, position } = await post<Checked>('/check', { position: asked })
      if (asked !== this.newest) return
      this.faults = faults
      this.whole = position as Partial<PositionJson>
      this.state = 'judged'
    } catch (error) {
      if (asked !== this.newest) return
      this.state = error instanceof Refusal && error.status < 500 ? 'asking' : 'waiting'
      this.soon(AGAIN_MS)
    }
  }
}
