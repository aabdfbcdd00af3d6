/** Looking back at a game that goes on: a film of what was confirmed so far, fetched when it is first wanted. */
import type { Replay } from '../generated/api'
import { Film, type Frame } from './film.svelte'

export class LookBack {
  film = $state.raw<Film | null>(null)

  constructor(private readonly replay: () => Promise<Replay>) {}

  /** The moment that is looked at; null now. */
  get frame(): Frame | null {
    return this.film?.frame ?? null
  }

  /** One placement back or forward; forward from the last one is now. */
  async step(by: 1 | -1): Promise<void> {
    if (!this.film && by < 0) await this.open((film) => film.last - 1)
    else if (this.film) this.show(this.film, this.film.ply + by)
  }

  async first(): Promise<void> {
    if (this.film) this.show(this.film, 0)
    else await this.open(() => 0)
  }

  /** A turn of the list; later ones than the film knows are fetched. */
  async turn(turn: number): Promise<void> {
    if (this.film && turn < this.film.turns.length) this.show(this.film, this.film.endOf(turn))
    else await this.open((film) => film.endOf(turn))
  }

  now(): void {
    this.film = null
  }

  private async open(where: (film: Film) => number): Promise<void> {
    try {
      const film = new Film(await this.replay())
      this.show(film, where(film))
    } catch {
      // Without a line there is nothing to look back at; the banner says so.
    }
  }

  private show(film: Film, ply: number): void {
    film.go(ply)
    this.film = ply >= film.last ? null : film
  }
}
