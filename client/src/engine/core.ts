/** One instance of the compiled engine: the very code the server thinks with. For a page, a worker or Node. */
import type { DetailsOf, PositionJson } from '../generated/api'
import {
  ARRAYS,
  DETAILS,
  FOUND,
  NODE,
  PADDING,
  POSITION,
  STATE,
  type Calls,
  type Form,
  type Size,
} from '../generated/engine'
import { numbersOf, valueOf } from './forms'
import { textOf } from './texts'

const KINDS = {
  int64: BigInt64Array,
  int32: Int32Array,
  float32: Float32Array,
  float64: Float64Array,
} as const
const ALIGN = 16
const PAGE = 65536

type Name = keyof typeof ARRAYS
type Arrays = { [N in Name]: InstanceType<(typeof KINDS)[(typeof ARRAYS)[N]['type']]> }
type Sizes = Record<Size, number>

/**
 * A move of the root after a search, or with none the position itself: visits, and what every seat may expect by wish,
 * final score and win.
 */
export interface Option {
  move: number
  visits: number
  wishes: number[]
  finals: number[]
  chances: number[]
  /** The codes of what is likely to follow. */
  line: number[]
}

/** How many places the table of a tree of so many entries has. */
const placesOf = (room: number) => 2 ** (32 - Math.clz32(Math.floor(room / NODE.ENTRIES_A_PLACE)))

const sizesOf = (room: number, units: number): Sizes => {
  const row = units + PADDING
  return { room, places: placesOf(room), units, row }
}

const isLoose = (name: Name) => ARRAYS[name].shape.some((length) => typeof length === 'string')

function lengthOf(name: Name, sizes: Sizes): number {
  const shape: readonly (number | string)[] = ARRAYS[name].shape
  return shape.reduce<number>(
    (all, length) => all * (typeof length === 'number' ? length : sizes[length as Size]),
    1,
  )
}

const NAMES = Object.keys(ARRAYS) as Name[]
const NETWORK = NAMES.filter((name) => name.startsWith('weights.'))
const COLUMNS = ARRAYS.found.shape[1]

/** How many units a network of so many numbers has; they are a power of two. */
function unitsOf(network: Float32Array): number {
  for (let units = 1; units <= 2 ** 16; units *= 2) {
    const sizes = sizesOf(1, units)
    if (NETWORK.reduce((all, name) => all + lengthOf(name, sizes), 0) === network.length) return units
  }
  throw new Error('This is no network')
}

const bytesOf = (name: Name, sizes: Sizes) =>
  lengthOf(name, sizes) * KINDS[ARRAYS[name].type].BYTES_PER_ELEMENT

/** How many entries a tree may have in so much memory. */
export function roomIn(bytes: number): number {
  const all = (names: Name[], sizes: Sizes) => names.reduce((sum, name) => sum + bytesOf(name, sizes), 0)
  const entry = all(['tree.ints', 'tree.floats'], sizesOf(1, 1))
  const table = all(['tree.keys', 'tree.nodes'], sizesOf(Math.floor(bytes / entry), 1))
  return Math.floor((bytes - table) / entry)
}

export class Core {
  private readonly calls: Calls
  private readonly memory: WebAssembly.Memory
  private readonly globals: Record<string, WebAssembly.Global>
  private sizes = sizesOf(0, 1)
  private at: Partial<Record<Name, number>> = {}
  arrays!: Arrays

  constructor(module: WebAssembly.Module) {
    const { exports } = new WebAssembly.Instance(module, {})
    this.calls = exports as unknown as Calls
    this.globals = exports as unknown as Record<string, WebAssembly.Global>
    this.memory = exports['memory'] as WebAssembly.Memory
    for (const name of NAMES) if (!isLoose(name)) this.at[name] = this.place(name)
    this.view()
  }

  private place(name: string): number {
    return Number(this.globals[name]?.value)
  }

  /** Memory that grows leaves old views behind. */
  private view(): void {
    const views = NAMES.filter((name) => this.at[name] !== undefined).map((name) => {
      const kind = KINDS[ARRAYS[name].type] as new (b: ArrayBufferLike, at: number, length: number) => unknown
      return [name, new kind(this.memory.buffer, this.at[name]!, lengthOf(name, this.sizes))]
    })
    this.arrays = Object.fromEntries(views) as Arrays
  }

  // --- the rules

  /** Puts up a position in its JSON form; every hand has to be known. */
  open(position: PositionJson): void {
    const numbers = numbersOf(POSITION, position)
    this.arrays.paper.set(numbers.map(BigInt), 1)
    if (!this.calls.read_position()) throw new Error('This is no position of a game')
  }

  position(): PositionJson {
    this.calls.write_position()
    return this.read(POSITION) as PositionJson
  }

  details(): DetailsOf {
    this.calls.write_details()
    return this.read(DETAILS) as DetailsOf
  }

  private read(form: Form): unknown {
    // As far as the form goes: most of the paper is empty.
    return valueOf(form, this.arrays.paper.subarray(1).values())
  }

  /** The whole state; put back it is the same position with the same memory of how it came about. */
  get state(): BigInt64Array {
    return this.arrays.state.slice()
  }

  set state(state: BigInt64Array) {
    this.arrays.state.set(state)
  }

  get players(): number {
    return Number(this.arrays.state[STATE.PLAYERS])
  }

  /** The seat to place, or -1 when the game is over. */
  get turn(): number {
    return Number(this.arrays.state[STATE.TURN])
  }

  codes(): Int32Array {
    return this.arrays.moves.slice(0, this.calls.list_moves())
  }

  text(code: number): string {
    return textOf(code, this.players)
  }

  /** Legal moves as they are written, sorted. */
  moves(): string[] {
    return Array.from(this.codes(), (code) => this.text(code)).sort()
  }

  code(text: string): number {
    const code = this.codes().find((one) => this.text(one) === text)
    if (code === undefined) throw new Error(`${text} is not legal here`)
    return code
  }

  play(code: number): void {
    this.calls.play_move(code)
  }

  scores(): number[] {
    this.calls.find_scores()
    return Array.from(this.arrays.points.subarray(0, this.players), Number)
  }

  /** Score change per seat of each move that changes any. */
  previews(): Record<string, number[]> {
    const now = this.scores()
    const found: Record<string, number[]> = {}
    const count = this.calls.try_moves()
    for (let index = 0; index < count; index++) {
      const changes = now.map((points, seat) => Number(this.arrays.totals[4 * index + seat]) - points)
      if (changes.some((change) => change !== 0)) found[this.text(this.arrays.moves[index]!)] = changes
    }
    return found
  }

  /** The first moves of the turns that improve the standing most at once, sorted. */
  greediest(): string[] {
    const count = this.calls.weigh_turns()
    const values = Array.from(this.arrays.values.subarray(0, count), Number)
    const best = Math.max(...values)
    const moves = this.arrays.moves
    return values.flatMap((value, index) => (value === best ? [this.text(moves[index]!)] : [])).sort()
  }

  /** Plays random moves to the end. */
  playOut(seed: bigint): number {
    this.arrays.chance[0] = seed
    return this.calls.play_out()
  }

  // --- the search

  /** Makes room for a tree of so many entries and takes in a network. */
  prepare(network: Float32Array, room: number): void {
    this.sizes = sizesOf(room, unitsOf(network))
    let end = this.place('__heap_base')
    for (const name of NAMES.filter(isLoose)) {
      const start = Math.ceil(end / ALIGN) * ALIGN
      this.at[name] = start
      end = start + bytesOf(name, this.sizes)
    }
    const missing = end - this.memory.buffer.byteLength
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE))
    this.tell()
    this.view()
    let read = 0
    for (const name of NETWORK as 'weights.seat'[]) {
      const array = this.arrays[name]
      array.set(network.subarray(read, read + array.length))
      read += array.length
    }
  }

  /** Tells the module where the arrays lie that it does not place itself, and how large they are. */
  private tell(): void {
    const words = new Uint32Array(this.memory.buffer)
    for (const [size, value] of Object.entries(this.sizes)) words[this.place(`size.${size}`) / 4] = value
    for (const name of NAMES.filter(isLoose)) words[this.place(name) / 4] = this.at[name]!
  }

  /** Begins a new tree on the position that is up. */
  begin(taste: readonly number[], seed: bigint): void {
    for (const name of NAMES)
      if (name.startsWith('desk.') || name.startsWith('scratch.')) {
        const array = this.arrays[name]
        if (array instanceof BigInt64Array) array.fill(0n)
        else array.fill(0)
      }
    this.arrays['desk.state'].set(this.arrays.state)
    this.arrays['desk.after'].set(this.arrays.state)
    this.arrays.taste.set(taste)
    this.arrays.chance[0] = BigInt.asUintN(62, seed)
    this.calls.clear()
  }

  /** Looks into so many more positions; says how many it did, fewer when there is no room left. */
  search(rounds: number): number {
    return this.calls.search(rounds)
  }

  /** How many positions were looked into. */
  get nodes(): number {
    return Number(this.arrays['tree.size'][1])
  }

  /** Has the tree all the memory it may have? */
  get full(): boolean {
    return Number(this.arrays['tree.size'][0]) + this.arrays.moves.length > this.sizes.room
  }

  /** How often each of the root's moves was looked into. */
  visits(): number[] {
    const [first, count] = [this.ints(0, NODE.FIRST), this.ints(0, NODE.COUNT)]
    return Array.from({ length: count }, (_, index) => this.ints(first + index, NODE.VISITS))
  }

  private ints(node: number, column: number): number {
    return this.arrays['tree.ints'][node * ARRAYS['tree.ints'].shape[1] + column]!
  }

  /**
   * What was found, a row for the position and one for each of the root's moves in the order of first sight. A move that
   * nobody looked into has the final scores that `sights` knows of it.
   */
  found(sights: ReadonlyMap<number, readonly number[]> = new Map()): Float64Array {
    const found = this.arrays.found.slice(0, COLUMNS * this.calls.write_found())
    for (let row = 0; row < found.length; row += COLUMNS)
      if (found[row + FOUND.VISITS] === 0)
        found.set(sights.get(found[row + FOUND.MOVE]!) ?? [], row + FOUND.FINALS)
    return found
  }

  /** Puts together what searches of one position found: first the position, then its moves, most looked into first. */
  merge(found: readonly Float64Array[], players: number): Option[] {
    let end = 0
    for (const rows of found) {
      this.arrays.found.set(rows, end)
      end += rows.length
    }
    const count = this.calls.merge_found(players, end / COLUMNS)
    return Array.from({ length: count }, (_, row) => this.option(row * COLUMNS, players))
  }

  private option(row: number, players: number): Option {
    const numbers = (column: number, length: number) =>
      Array.from(this.arrays.found.subarray(row + column, row + column + length))
    return {
      move: this.arrays.found[row + FOUND.MOVE]!,
      visits: this.arrays.found[row + FOUND.VISITS]!,
      wishes: numbers(FOUND.WISHES, players),
      finals: numbers(FOUND.FINALS, players),
      chances: numbers(FOUND.CHANCES, players),
      line: numbers(FOUND.LINE, COLUMNS - FOUND.LINE).filter((move) => move >= 0),
    }
  }

  /** After the first look: what every seat may expect of each legal move, kept in the tree or not. */
  glances(): { move: number; wishes: number[]; finals: number[] }[] {
    const count = this.calls.list_moves()
    const row = (name: 'desk.values' | 'desk.scores', index: number) =>
      Array.from(this.arrays[name].subarray(4 * index, 4 * index + this.players))
    return Array.from({ length: count }, (_, index) => ({
      move: this.arrays['desk.moves'][index]!,
      wishes: row('desk.values', index),
      finals: row('desk.scores', index),
    }))
  }

  /** The chances to win behind wishes for these final scores. */
  chances(wishes: readonly number[], finals: readonly number[]): number[] {
    this.arrays.wishes.set(wishes)
    this.arrays.finals.set(finals)
    this.calls.find_chances(wishes.length)
    return Array.from(this.arrays.chances.subarray(0, wishes.length))
  }

  /** One number to compare what moves promise a seat. */
  value(seat: number, wins: readonly number[], finals: readonly number[]): number {
    this.arrays.chances.set(wins)
    this.arrays.finals.set(finals)
    return this.calls.value_of(wins.length, seat)
  }

  /** How bad it is to lose so much. */
  grade(loss: number): number {
    return this.calls.grade_of(loss)
  }
}
