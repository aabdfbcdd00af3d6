/** Placing a piece: what is picked up, what is pointed at, what was refused. Talks to a desk, draws nothing. */
import type { At, Ghost, Piece } from '../board/api'
import type { RefusalInfo } from '../generated/api'
import { count, t } from '../i18n/i18n.svelte'
import { say, sayHere } from '../ui/say.svelte'
import { LineLost } from './errors'
import type { Desk } from './desk'
import { Choices, meant, type Move } from './moves'
import type { Position } from './position'
import { describeCell, gainWords, moveWords } from './words'

export class Play {
  /** The piece in hand. */
  piece = $state<Piece | null>(null)
  hovered = $state<At | null>(null)
  cursor = $state<At | null>(null)
  /** Touched once: waits for the second touch or the button. */
  pending = $state.raw<Move | null>(null)
  /** Several moves fit what was clicked. */
  chooser = $state.raw<{ at: At; moves: Move[] } | null>(null)
  /** The one of them that is looked at. */
  considered = $state.raw<Move | null>(null)
  refusal = $state.raw<RefusalInfo | null>(null)
  refused = $state.raw<{ at: At; count: number } | null>(null)
  busy = $state(false)
  private gains = $state.raw<Record<string, number[]>>({})
  private count = 0
  private seen: unknown = null

  constructor(private readonly desk: Desk) {}

  choices = $derived.by(() => (this.desk.position ? new Choices(this.desk.moves, this.desk.position) : null))
  targets = $derived(this.piece && this.choices ? this.choices.targets(this.piece) : new Set<At>())

  /** What would stand on the pointed cell. */
  ghost = $derived.by((): Ghost | null => {
    const chosen = this.chooser ? this.considered : this.pending
    const at = chosen?.cell ?? this.hovered
    const piece = chosen?.piece ?? this.piece
    if (!at || !piece || !this.choices) return null
    const move = chosen ?? this.choices.at(at, piece)[0]
    if (!move) return null
    return { piece, at, seat: this.desk.seat, gains: this.gainsOf(move) }
  })

  gainsOf(move: Move): number[] {
    return this.gains[move.text] ?? []
  }

  /** A new position: forget what belonged to the old one and ask what each move would change. */
  async refresh(): Promise<void> {
    this.pending = this.chooser = null
    if (this.seen !== this.desk.position) this.refusal = null
    this.seen = this.desk.position
    this.gains = {}
    if (this.piece && !this.choices?.has(this.piece)) this.piece = null
    if (this.desk.seat === null || this.desk.moves.length === 0) return
    const { n } = this.desk
    const gains = await this.desk.previews().catch(() => ({}))
    if (n === this.desk.n) this.gains = gains
  }

  take(piece: Piece): void {
    this.refusal = this.chooser = this.pending = null
    if (this.desk.seat === null) return
    if (piece === 'T') return void this.tea()
    if (!this.choices?.has(piece)) return this.explainPiece(piece)
    this.piece = this.piece === piece ? null : piece
    if (this.piece) say(count('say.picked', this.targets.size, { piece: t(`piece.${piece}`) }))
  }

  putDown(): void {
    this.piece = this.pending = this.chooser = this.refusal = null
  }

  hover(at: At | null): void {
    this.hovered = at
    if (at && at === this.cursor && this.desk.position) {
      this.describe(this.desk.position, at)
    }
  }

  private describe(position: Position, at: At): void {
    const { names, details } = this.desk
    const [move] = this.choices?.at(at, this.piece) ?? []
    const gains = move && this.piece ? gainWords(this.gainsOf(move), names) : ''
    const may = move ? t('say.may') : ''
    const what = `${describeCell(position, at, names, details?.palaces)}.`
    sayHere([what, may, gains && `${gains}.`].filter(Boolean).join(' '))
  }

  /** The next lit cell, for those who steer by keys. */
  jump(by: 1 | -1): void {
    const lit = [...this.targets]
    if (lit.length === 0) return
    const index = this.cursor ? lit.indexOf(this.cursor) : -1
    this.cursor = lit[(index + by + lit.length) % lit.length] ?? null
    this.hover(this.cursor)
  }

  pick(at: At, how: 'mouse' | 'touch' | 'key'): void {
    if (this.busy || !this.choices || this.desk.seat === null) return
    this.refusal = this.chooser = null
    const moves = this.choices.at(at, this.piece)
    const [move] = moves
    if (!move) return void this.explain(at)
    if (moves.length > 1 || !this.piece) {
      this.pending = null
      this.chooser = { at, moves }
      this.considered = move
    } else if (how === 'touch' && this.pending?.text !== move.text) {
      this.pending = move
    } else {
      void this.place(move)
    }
  }

  async place(move: Move): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.pending = this.chooser = null
    try {
      const refusal = await this.desk.place(move.text)
      if (refusal) this.refuse(refusal, move.cell)
      else {
        this.piece = this.refusal = this.hovered = null
        say(t('say.placed', { move: moveWords(move, this.desk.position) }))
      }
    } catch (error) {
      this.failed(error)
    } finally {
      this.busy = false
    }
  }

  /** For buttons around the board: run a command and show why it was refused. */
  async run(command: () => Promise<RefusalInfo | null>): Promise<void> {
    this.refusal = this.pending = this.chooser = null
    try {
      const refusal = await command()
      if (refusal) this.refuse(refusal, null)
    } catch (error) {
      this.failed(error)
    }
  }

  private async tea(): Promise<void> {
    const move = this.choices?.moves.find((m) => m.piece === 'T')
    await (move ? this.place(move) : this.ask('T', null))
  }

  private async explain(at: At): Promise<void> {
    this.pending = null
    if (this.piece) await this.ask(meant(this.piece, at), at)
    else if (!this.desk.position?.cells[at])
      this.refuse({ code: 'choose', message: t('turn.choose_piece') }, null)
  }

  /** Picking up a piece that fits nowhere. */
  private explainPiece(piece: Piece): void {
    if (this.desk.position?.phase === 'founding')
      return this.refuse({ code: 'no_place', rule: '3.3', message: t('turn.found') }, null)
    const left = this.desk.position?.stock[this.desk.seat ?? 0]?.[piece]
    const key = left === 0 ? 'turn.none_left' : 'turn.fits_nowhere'
    this.refuse({ code: 'no_place', message: t(key, { piece: t(`piece.${piece}`) }) }, null)
  }

  private async ask(text: string, at: At | null): Promise<void> {
    try {
      const refusal = await this.desk.why(text)
      if (refusal) this.refuse(refusal, at)
    } catch (error) {
      this.failed(error)
    }
  }

  private refuse(refusal: RefusalInfo, at: At | null): void {
    this.refusal = refusal
    this.refused = at ? { at, count: ++this.count } : null
  }

  private failed(error: unknown): void {
    const key = error instanceof LineLost ? 'link.not_sent' : 'error.unknown'
    this.refuse({ code: 'lost', message: t(key) }, null)
  }
}
