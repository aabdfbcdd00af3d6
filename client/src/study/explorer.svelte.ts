/**
 * One study: a tree of lines, the moment that is looked at, and what may be placed there. The compiled engine keeps to the rules; the
 * server is asked for nothing but a refusal's exact words.
 */
import { Engine } from '../engine/engine'
import type { DetailsAnswer, PositionJson, RefusalInfo } from '../generated/api'
import { t } from '../i18n/i18n.svelte'
import type { Desk } from '../table/desk'
import { namesIn } from '../table/format'
import { claimsOf } from '../solo/claims'
import { readTree } from '../solo/reading'
import { inGeneral, whyNot } from '../solo/reasons'
import { treeRecord } from '../solo/record'
import type { Remarks, Tree } from '../solo/tree'
import * as lines from './lines'

export class Explorer implements Desk {
  tree = $state.raw() as Tree
  moment = $state.raw<lines.Moment>(lines.START)
  n = $state(0)
  private past = $state.raw<lines.Changed[]>([])
  private future = $state.raw<lines.Changed[]>([])
  /** Changes of one kind at one turn are undone together: a comment is no matter of letters. */
  private lastChange = ''

  constructor(
    private readonly engine: Engine,
    tree: Tree,
    at = '0',
  ) {
    this.tree = tree
    this.moment = lines.momentIn(tree, at)
  }

  /** Reads it; throws `BadRecord` where it is none, and something else where there is no engine. */
  static async open(record: string, at?: string): Promise<Explorer> {
    const engine = await Engine.load()
    try {
      return new Explorer(engine, readTree(record, engine), at)
    } catch (error) {
      engine.close()
      throw error
    }
  }

  close(): void {
    this.engine.close()
  }

  // --- what is looked at

  private readonly around = $derived(lines.aroundOf(this.tree, this.moment.path))
  readonly turn = $derived(this.around.turn)
  /** The turns that might be played in place of this one, it with them. */
  readonly instead = $derived(this.around.instead)
  readonly position = $derived(lines.positionAt(this.tree, this.moment))
  readonly names = $derived(namesIn(this.tree.tags, this.tree.start.players))
  readonly depth = $derived(lines.depthOf(this.moment.path))
  readonly record = $derived(treeRecord(this.tree))
  readonly at = $derived(lines.momentText(this.tree, this.moment))
  /** What was played from here on the line, if anything was. */
  readonly played = $derived.by(() => {
    const next = lines.forward(this.tree, this.moment)
    return next === this.moment ? null : (lines.turnAt(this.tree, next.path)?.moves[next.placed - 1] ?? null)
  })
  readonly placements = $derived(lines.sizeOf(this.tree).placements)

  // --- the desk

  readonly seat = $derived(this.position.turn)
  readonly moves = $derived.by(() => {
    if (this.position.phase === 'over') return []
    this.engine.open(this.position)
    return this.engine.moves
  })
  readonly details = $derived.by((): DetailsAnswer => {
    this.engine.open(this.position)
    const details = this.engine.details()
    return {
      type: 'details',
      id: null,
      n: this.n,
      ...details,
      palaces: claimsOf(this.engine, this.position),
    }
  })

  async previews(): Promise<Record<string, number[]>> {
    this.engine.open(this.position)
    return this.engine.previews()
  }

  why = (move: string): Promise<RefusalInfo> => whyNot(this.position, move)

  place = async (move: string): Promise<RefusalInfo | null> => {
    if (!this.moves.includes(move)) return inGeneral(this.position, move)
    const changed = lines.played(this.tree, this.moment, move, () => this.after(move))
    if (changed.tree === this.tree) this.go(changed.moment)
    else if (!lines.fits(changed.tree)) return { code: 'too_long', message: t('study.full') }
    else this.change(changed)
    return null
  }

  private after(move: string): PositionJson {
    this.engine.open(this.position)
    this.engine.play(move)
    return this.engine.position
  }

  // --- going

  go(moment: lines.Moment): void {
    this.moment = moment
    this.n++
    this.lastChange = ''
  }
  goTo = (path: lines.Path): void => this.go(lines.endOf(this.tree, path))
  first = (): void => this.go(lines.START)
  back = (): void => this.go(lines.back(this.tree, this.moment))
  forward = (): void => this.go(lines.forward(this.tree, this.moment))
  last = (): void => this.go(lines.lastOf(this.tree, this.moment))
  beside = (by: 1 | -1): void => this.go(lines.beside(this.tree, this.moment, by))

  // --- changing

  /** Says whether the record had room for it. */
  private change(changed: lines.Changed, kind = ''): boolean {
    if (!lines.fits(changed.tree)) return false
    if (!kind || kind !== this.lastChange)
      this.past = [...this.past, { tree: this.tree, moment: this.moment }]
    this.future = []
    this.lastChange = kind
    this.tree = changed.tree
    this.moment = changed.moment
    this.n++
    return true
  }

  remark(remarks: Partial<Remarks>): void {
    const { path } = this.moment
    const kind = 'comment' in remarks ? `comment ${path.join('.')}` : ''
    this.change({ tree: lines.remarked(this.tree, path, remarks), moment: this.moment }, kind)
  }

  /** Draws a ring or an arrow, or takes away the one that is there. */
  draw(from: string, to: string): void {
    if (!this.turn) return
    const { rings, arrows } = this.turn
    const is = ([one, other]: readonly [string, string]): boolean => one === from && other === to
    if (from === to)
      this.remark({ rings: rings.includes(from) ? rings.filter((at) => at !== from) : [...rings, from] })
    else
      this.remark({
        arrows: arrows.some(is) ? arrows.filter((arrow) => !is(arrow)) : [...arrows, [from, to]],
      })
  }

  delete = (): boolean => this.turn !== undefined && this.change(lines.without(this.tree, this.moment))
  promote = (): boolean => this.depth > 0 && this.change(lines.promoted(this.tree, this.moment))
  makeMain = (): boolean => this.depth > 0 && this.change(lines.mainLined(this.tree, this.moment))

  get mayUndo(): boolean {
    return this.past.length > 0
  }
  get mayRedo(): boolean {
    return this.future.length > 0
  }
  get isChanged(): boolean {
    return this.mayUndo || this.mayRedo
  }

  undo = (): void => {
    const before = this.past.at(-1)
    if (!before) return
    this.future = [...this.future, { tree: this.tree, moment: this.moment }]
    this.past = this.past.slice(0, -1)
    this.show(before)
  }

  redo = (): void => {
    const after = this.future.at(-1)
    if (!after) return
    this.past = [...this.past, { tree: this.tree, moment: this.moment }]
    this.future = this.future.slice(0, -1)
    this.show(after)
  }

  private show({ tree, moment }: lines.Changed): void {
    this.tree = tree
    this.go(moment)
  }
}
