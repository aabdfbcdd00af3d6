/** Reading records without the server. What the package refuses is refused here; the engine checks every move. */
import { isCell, boardSize } from '../board/geometry'
import type { Engine } from '../engine/engine'
import type { Options, PositionJson } from '../generated/api'
import starts from '../generated/starts.json'
import { PLAYERS, RECORDS, RULES_VERSION } from '../generated/tables'
import { switchTexts, type SwitchName, type SwitchValue } from '../table/switches'
import { currentPosition, currentSwitches } from '../table/versions'
import { courseOf, gameTags, type Course } from './record'
import { firstPosition } from './start'
import { goesOn, lineFrom, roundAfter, UNREMARKED, type Arrow, type Tree, type Turn } from './tree'

type Rules = Pick<Engine, 'open' | 'play' | 'position'>

/** Where a text stops being a record: the line, counted from 1, what stands there, and where an illegal move was made. */
export class BadRecord extends Error {
  constructor(
    readonly line: number,
    readonly word: string,
    readonly illegal: { position: PositionJson; move: string } | null = null,
  ) {
    super(`line ${line}: ${word}`)
  }
}

/** A text that is no record of this game at all. */
export class NoRecord extends BadRecord {
  constructor() {
    super(1, '')
  }
}

/** The moves that were played, without remarks and variations. */
export const readRecord = (text: string, rules: Rules): Course => courseOf(readTree(text, rules))

/** All lines of a record. */
export function readTree(text: string, rules: Rules): Tree {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/)
  const { tags, end } = tagsIn(lines)
  if (!Object.keys(tags).some((name) => GAME_TAGS.has(name))) throw new NoRecord()
  const start = tags['Position'] ? setUp(tags, rules) : startOf(tags)
  const own = Object.entries(tags).filter(([name]) => !GAME_TAGS.has(name))
  const reader = new Reader(start, rules, end)
  const next = reader.read(lines.slice(end).join('\n'))
  reader.checkResult(lines.length)
  return { tags: Object.fromEntries(own.map(([name, { value }]) => [name, value])), start, next }
}

// --- tags

/** The versions of the rules that can be read. */
const VERSIONS = Array.from({ length: RULES_VERSION }, (_, before) => String(before + 1))

const GAME_TAGS = new Set([
  'Edition',
  'Rules',
  'Players',
  'Gates',
  'Well',
  'Market',
  'Position',
  ...Object.keys(starts.tags),
])
type Tags = Record<string, { value: string; line: number }>

function tagsIn(lines: readonly string[]): { tags: Tags; end: number } {
  const tags: Tags = {}
  for (const [index, line] of lines.entries()) {
    const text = line.trim()
    if (text && !text.startsWith('[')) return { tags, end: index }
    if (!text) continue
    const [, name, value] = /^\[([A-Za-z]\w*)[ \t]+"((?:[^"\\]|\\["\\])*)"\]$/.exec(text) ?? []
    if (name === undefined || value === undefined || Object.hasOwn(tags, name))
      throw new BadRecord(index + 1, text)
    tags[name] = { value: value.replace(/\\(.)/g, '$1'), line: index + 1 }
  }
  return { tags, end: lines.length }
}

/** The first position, from the tags that describe the game. */
function startOf(tags: Tags): PositionJson {
  const edition = one(tags, 'Edition', Object.keys(PLAYERS)) as keyof typeof PLAYERS
  const players = Number(one(tags, 'Players', PLAYERS[edition].map(String)))
  const isYes = (tag: string): boolean => one(tags, tag, ['yes', 'no']) === 'yes'
  const switched = Object.entries(starts.tags).filter(([tag]) => tags[tag])
  const switches: NonNullable<Options['switches']> = Object.fromEntries(
    switched.map(([tag, name]) => {
      const texts = switchTexts(name as SwitchName)
      return [name, texts.get(one(tags, tag, [...texts.keys()]))]
    }),
  )
  if (tags['Well']) switches.well = tags['Well'].value !== 'no'
  const version = tags['Rules'] === undefined ? 1 : Number(one(tags, 'Rules', VERSIONS))
  const whole = currentSwitches(edition, switches as Record<string, SwitchValue>, version)
  const options = {
    edition,
    players,
    switches: whole as Options['switches'],
    gates: tags['Gates'] !== undefined && isYes('Gates'),
  }
  const empty = firstPosition(options, {})
  const inner: readonly string[] = starts.inner[`${players}` as keyof typeof starts.inner]
  const founded = empty.phase === 'founding'
  const well = empty.options['well'] ? one(tags, 'Well', inner) : undefined
  if (founded && tags['Market']) throw new BadRecord(tags['Market'].line, tags['Market'].value)
  const market = founded
    ? undefined
    : one(
        tags,
        'Market',
        inner.filter((at) => at !== well),
      )
  return firstPosition(options, { well, market })
}

/** A position that somebody put together; what other tags say about the game must be so in it. */
function setUp(tags: Tags, rules: Rules): PositionJson {
  const { value, line } = tags['Position'] as Tags[string]
  let start: PositionJson
  try {
    rules.open(currentPosition(JSON.parse(value) as PositionJson))
    start = rules.position
  } catch {
    throw new BadRecord(line, value)
  }
  const told = Object.fromEntries(gameTags(start))
  for (const [name, tag] of Object.entries(tags))
    if (GAME_TAGS.has(name) && name !== 'Position' && name !== 'Rules' && tag.value !== told[name])
      throw new BadRecord(tag.line, name)
  return start
}

/** A tag's value, which has to be one of these. */
function one(tags: Tags, name: string, values: readonly string[]): string {
  const { value, line } = tags[name] ?? { value: `[${name} "…"]`, line: 1 }
  if (!values.includes(value)) throw new BadRecord(line, value)
  return value
}

// --- moves

const WORD = String.raw`[^\s{}(),*.!?<>]+`
const TOKEN = new RegExp(
  String.raw`(?<space>\s+)|(?<comment>\{[^{}\r\n]*\})|(?<open>\()|(?<close>\))|(?<sign>[!?]+)|(?<drawn><[^<>\r\n]*>)` +
    String.raw`|(?<round>\d+\.)|(?<result>\*|\d+)|(?<word>${WORD}(?:\s*,\s*${WORD})*)`,
  'y',
)

type Growing = Omit<Turn, 'moves' | 'positions' | 'next'> & {
  moves: string[]
  positions: PositionJson[]
  next: Growing[]
}

/** A place in the tree: turns grow there, from that position, after that turn. */
interface Place {
  turns: Growing[]
  position: PositionJson
  after: Growing | undefined
}

/** A line as far as it was read: its last turn, and where that one stands. */
interface Line {
  turn: Growing | undefined
  at: Place
}

class Reader {
  private readonly turns: Growing[] = []
  private readonly lines: Line[]
  private readonly result: string[] = []
  private placements = 0
  private number = 1
  private text = ''

  constructor(
    private readonly start: PositionJson,
    private readonly rules: Rules,
    private readonly offset: number,
  ) {
    this.lines = [{ turn: undefined, at: { turns: this.turns, position: start, after: undefined } }]
  }

  read(text: string): Turn[] {
    this.number = this.offset + 1
    for (TOKEN.lastIndex = 0; TOKEN.lastIndex < text.length;) {
      const at = TOKEN.lastIndex
      const found = TOKEN.exec(text)
      this.text = found?.[0] ?? (text.slice(at).split(/\s/, 1)[0] as string)
      const [kind] = Object.entries(found?.groups ?? {}).find(([, part]) => part !== undefined) ?? ['nothing']
      this.take(kind)
      this.number += this.text.split('\n').length - 1
    }
    this.demand(this.lines.length === 1)
    return this.turns
  }

  checkResult(last: number): void {
    const end = lineFrom(this.turns).at(-1)?.positions.at(-1) ?? this.start
    const given = this.result.join(' ')
    if (given !== (end.phase === 'over' ? end.scores.join(' ') : '*')) throw new BadRecord(last, given)
  }

  private demand(fine: boolean): asserts fine {
    if (!fine) throw new BadRecord(this.number, this.text)
  }

  private get line(): Line {
    return this.lines.at(-1) as Line
  }

  /** Where the next turn of the line goes. */
  private get place(): Place {
    const { turn, at } = this.line
    return turn ? { turns: turn.next, position: turn.positions.at(-1) as PositionJson, after: turn } : at
  }

  /** The turn that a remark or a variation belongs to. */
  private get turn(): Growing {
    const { turn } = this.line
    this.demand(turn !== undefined)
    return turn
  }

  private take(kind: string): void {
    if (kind === 'space') return
    this.demand(!this.result.length || kind === 'result')
    if (kind === 'comment') this.comment()
    else if (kind === 'sign') this.sign()
    else if (kind === 'drawn') this.draw()
    else if (kind === 'open') this.open()
    else if (kind === 'close') this.close()
    else if (kind === 'round') this.round()
    else if (kind === 'word') this.word()
    else {
      this.demand(kind === 'result' && this.lines.length === 1)
      this.result.push(this.text)
    }
  }

  private comment(): void {
    this.turn.comment = [this.turn.comment, this.text.slice(1, -1)].filter(Boolean).join(' ')
  }

  private sign(): void {
    this.turn.sign += this.text
    this.demand((RECORDS.signs as readonly string[]).includes(this.turn.sign))
  }

  private draw(): void {
    const { turn } = this
    const size = boardSize(this.start.players)
    const words = this.text
      .slice(1, -1)
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => word.split('-'))
    const good = (cells: string[]): boolean =>
      cells.length <= 2 && cells[0] !== cells[1] && cells.every((cell) => isCell(cell, size))
    this.demand(words.length > 0 && words.every(good) && turn.rings.length + turn.arrows.length === 0)
    const once = (length: number): string[][] => [
      ...new Map(
        words.filter((cells) => cells.length === length).map((cells) => [cells.join(), cells]),
      ).values(),
    ]
    turn.rings = once(1).flat()
    turn.arrows = once(2) as unknown as Arrow[]
  }

  private open(): void {
    void this.turn
    this.demand(this.lines.length <= RECORDS.nested)
    this.lines.push({ turn: undefined, at: this.line.at })
  }

  private close(): void {
    this.demand(this.lines.length > 1 && this.line.turn !== undefined)
    this.lines.pop()
  }

  private round(): void {
    const { position, after } = this.place
    this.demand(Number.parseInt(this.text) === roundAfter(after, position.turn ?? 0))
  }

  private word(): void {
    const { place } = this
    const { position, after, turns } = place
    const moves = this.text.split(/\s*,\s*/)
    const { turn: last, at } = this.line
    if (last) this.demand(!goesOn(beforeLast(last, at.position), position))
    const seat = position.turn ?? 0
    const turn: Growing = {
      ...UNREMARKED,
      seat,
      round: roundAfter(after, seat),
      moves: [],
      positions: [],
      next: [],
    }
    this.rules.open(position)
    for (const move of moves) this.play(turn, move, position)
    turns.push(turn)
    this.lines[this.lines.length - 1] = { turn, at: place }
  }

  private play(turn: Growing, text: string, start: PositionJson): void {
    const before = turn.positions.at(-1) ?? start
    if (turn.positions.length) this.demand(goesOn(beforeLast(turn, start), before))
    this.demand(++this.placements <= RECORDS.placements)
    const move = canonical(text, before)
    try {
      this.rules.play(move)
    } catch {
      throw new BadRecord(this.number, text, isMove(text) ? { position: before, move } : null)
    }
    turn.moves.push(move)
    turn.positions.push(this.rules.position)
  }
}

/** The position before the last move of a turn that began in that one. */
const beforeLast = ({ positions }: Pick<Turn, 'positions'>, start: PositionJson): PositionJson =>
  positions.at(-2) ?? start

/** Does it look like a move, legal or not? */
const isMove = (text: string): boolean =>
  /^(?:T|[GPBOSMRN][a-z]\d+(?:\/[NSWE]\w+)?|[WD][NSWE]\w+)$/.test(text)

/** A roof is written with its palace's first building. */
function canonical(move: string, { palaces }: PositionJson): string {
  const [letter] = move
  if (letter !== 'R' && letter !== 'N') return move
  const palace = palaces.find(({ buildings }) => buildings.includes(move.slice(1)))
  return letter + (palace?.buildings[0] ?? move.slice(1))
}
