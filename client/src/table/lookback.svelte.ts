/** Looking back at a game that goes on: a film of what was confirmed so far, fetched when it is first wanted. */
import type { TableDesk } from './desk'
import { Film, type Frame } from './film.svelte'

export class LookBack {
  film = $state.raw<Film | null>(null)
  /** Counts what was wanted: an earlier wish changes nothing any more. */
  private wish = 0

  constructor(private readonly table: () => Pick<TableDesk, 'replay' | 'past'>) {}

  /** The moment that is looked at; null now. */
  get frame(): Frame | null {
    return this.film?.frame ?? null
  }

  /** One placement back or forward; forward from the last one is now. */
  async step(by: 1 | -1): Promise<void> {
    if (!this.film && by < 0) await this.open((film) => film.last - 1)
    else if (this.film) await this.show(this.film, this.film.wanted + by)
  }

  async first(): Promise<void> {
    if (this.film) await this.show(this.film, 0)
    else await this.open(() => 0)
  }

  /** A turn of the list; later ones than the film knows are fetched. */
  async turn(turn: number): Promise<void> {
    if (this.film && turn < this.film.turns.length) await this.show(this.film, this.film.endOf(turn))
    else await this.open((film) => film.endOf(turn))
  }

  now(): void {
    this.wish++
    this.film = null
  }

  private async open(where: (film: Film) => number): Promise<void> {
    const wish = ++this.wish
    try {
      const table = this.table()
      const film = new Film(await table.replay(), table.past)
      if (wish === this.wish) await this.show(film, where(film))
    } catch {
      // Without a line there is nothing to look back at; the banner says so.
    }
  }

  private async show(film: Film, ply: number): Promise<void> {
    const wish = ++this.wish
    if (ply >= film.last) this.film = null
    else if ((await film.go(ply)) && wish === this.wish) this.film = film
  }
}
