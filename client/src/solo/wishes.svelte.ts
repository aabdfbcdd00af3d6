/** Which game on this device somebody wants, and against whom. What was played last is offered again. */
import { local } from '../device/small'
import type { Options } from '../generated/api'
import { me } from '../ui/me.svelte'

export interface Wanted {
  options: Options
  /** The bots, as many as there are other seats. */
  bots: string[]
}

export class Wishes {
  private readonly last = local.get('solo')
  options = $state.raw<Options>(this.last?.options ?? { edition: 'second', players: 2, starts: 'random' })
  chosen = $state.raw<string[]>(this.last?.bots ?? [])

  /** The bots for so many other seats. */
  botsFor(others: number): string[] {
    return Array.from({ length: others }, (_, index) => this.chosen[index] ?? this.chosen[0] ?? me.level)
  }

  keep(): void {
    const bots = this.botsFor((this.options.players ?? 2) - 1)
    local.set('solo', { options: this.options, bots })
  }
}
