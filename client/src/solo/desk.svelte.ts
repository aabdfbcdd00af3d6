/**
 * A table on this device: the compiled engine keeps to the rules and moves the bots, the device remembers. For the screen it is a desk as
 * any other; nothing here needs a network, and with one only a refusal's exact words are asked for.
 */
import type {
  DetailsAnswer,
  Options,
  PositionJson,
  RefusalInfo,
  Replay,
  TableCommand,
} from '../generated/api'
import starts from '../generated/starts.json'
import { unusualSwitches } from '../table/switches'
import { alone } from '../device/alone'
import { Saver } from '../device/saver'
import { store } from '../device/store'
import { Engine, sparedCores } from '../engine/engine'
import { t } from '../i18n/i18n.svelte'
import type { News, TableDesk } from '../table/desk'
import type { TableState } from '../table/fold'
import { botName, distinct, personName } from '../table/format'
import { localTable, placedHere } from '../table/local'
import { me } from '../ui/me.svelte'
import { router } from '../ui/router.svelte'
import { settings } from '../ui/settings.svelte'
import { claimsOf } from './claims'
import { games, isOver, nameOf, seatOf, type KeptGame } from './games'
import { handOver } from './handing'
import { inGeneral, whyNot } from './reasons'
import { isMidTurn, recordOf, replayOf, turnsOf, type Course } from './record'
import { byChance, drawn, firstPosition } from './start'
import type { Wanted } from './wishes.svelte'

/** As long as a bot may think at a table of the server. */
const BOT_SECONDS = 1
const HINT_SECONDS = 1

/** Sits everybody down and draws what is drawn. */
export function newGame({ options, bots }: Wanted): KeptGame {
  const seats: (string | null)[] = [null, ...bots]
  if ((options.starts ?? 'random') === 'random')
    for (let left = seats.length; left > 1; left--) {
      const [one] = seats.splice(byChance(left), 1)
      seats.push(one ?? null)
    }
  return gameFrom(firstPosition(options, drawn(options.players ?? 2)), options, seats)
}

/** A game that begins with a position somebody set up. */
export function newGameFrom(
  position: PositionJson,
  { seat, bots }: { seat: number; bots: string[] },
): KeptGame {
  const { edition, players, gates } = position
  const switches: NonNullable<Options['switches']> = Object.fromEntries(
    unusualSwitches(position.options, edition),
  )
  const options: Options = { edition, players, gates, switches, starts: 'seated', stocks: 'open' }
  return { ...gameFrom(position, options, [...bots.slice(0, seat), null, ...bots.slice(seat)]), setUp: true }
}

function gameFrom(start: PositionJson, options: Options, bots: (string | null)[]): KeptGame {
  const now = Date.now()
  return {
    id: Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
      byte.toString(36).padStart(2, '0'),
    ).join(''),
    revision: 0,
    began: now,
    changed: now,
    options,
    bots,
    autoConfirm: false,
    start,
    moves: [],
    confirmed: 0,
    scores: null,
    resigned: false,
    handed: null,
    waiting: null,
  }
}

/** The same once more: from where it began, if somebody set that up. */
export function gameLike(game: KeptGame): KeptGame {
  const bots = game.bots.filter((bot) => bot !== null)
  if (!game.setUp) return newGame({ options: game.options, bots })
  return newGameFrom(game.start, { seat: seatOf(game), bots })
}

/** To the board. */
export async function begin(game: KeptGame): Promise<void> {
  await games.keep(game)
  // Browsers may clear what was not asked to be kept.
  void navigator.storage?.persist?.().catch(() => false)
  router.go(`/device/${game.id}`)
}

export class DeviceTable implements TableDesk {
  private game = $state.raw() as KeptGame
  private positions = $state.raw<PositionJson[]>([])
  private nNow = $state(1)
  details = $state.raw<DetailsAnswer | null>(null)
  latest = $state.raw<News | null>(null)
  readonly skew = 0
  /** Whoever thought of an older position than this is not listened to. */
  private moment = 0
  private begun = false
  private legal: string[] = []
  /** The revision that is kept, as far as this tab knows. */
  private revision = 0
  private readonly saver = new Saver((game: KeptGame) => this.keep(game))
  private unlisten = (): void => undefined

  constructor(
    private readonly engine: Engine,
    game: KeptGame,
  ) {
    this.show(game)
  }

  static async open(game: KeptGame): Promise<DeviceTable> {
    return new DeviceTable(await Engine.load(), game)
  }

  /** Bots play from now on. */
  begin(): void {
    this.begun = true
    this.unlisten = store.listen((names, here) => {
      if (!here && names.includes('games')) void this.look()
    })
    this.settle()
  }

  close(): void {
    this.begun = false
    this.unlisten()
    this.moment++
    this.engine.close()
  }

  // --- what the screen sees

  readonly names = $derived(
    distinct(
      this.game.bots.map((bot) =>
        bot ? botName(bot) : me.info?.name ? personName(me.info.name) : t('device.you'),
      ),
    ),
  )
  get id(): string {
    return nameOf(this.game.id)
  }
  get kept(): KeptGame {
    return this.game
  }
  get n(): number {
    return this.nNow
  }
  get moves(): readonly string[] {
    return this.state.moves
  }
  get position() {
    return this.state.position
  }
  get seat(): number | null {
    return this.state.acting === seatOf(this.game) && this.state.phase === 'playing'
      ? seatOf(this.game)
      : null
  }

  readonly state = $derived.by((): TableState => this.snapshot())

  private snapshot(): TableState {
    const { game, positions } = this
    const mine = seatOf(game)
    const now = positions.at(-1) as PositionJson
    const over = isOver(game)
    const all = turnsOf(this.course)
    const drafted = game.moves.length > game.confirmed ? all.at(-1) : undefined
    const acting = over ? null : (drafted?.seat ?? now.turn)
    const complete = drafted !== undefined && !isMidTurn(this.course, game.moves.length)
    return localTable({
      n: this.nNow,
      table: this.id,
      phase: over ? 'over' : 'playing',
      options: game.options,
      your_seat: mine,
      seats: game.bots.map((bot) => ({
        bot,
        user: bot ? null : (me.info?.id ?? 'you'),
        status: !bot && game.resigned ? 'resigned' : 'here',
        auto_confirm: !bot && game.autoConfirm,
      })),
      position: this.asSeen(now, over),
      acting,
      draft: drafted ? { seat: drafted.seat, moves: drafted.moves, complete } : null,
      moves: acting === mine && !complete ? this.legal : [],
      turns: all.slice(0, drafted ? -1 : undefined).map(({ seat, moves }) => [seat, moves]),
      result: over ? this.result(now.scores) : null,
    })
  }

  /** What bots hold behind their screens stays there, unless stocks are open or the game is over. */
  private asSeen(position: PositionJson, over: boolean): PositionJson {
    if (over || this.game.options.stocks === 'open') return position
    const mine = seatOf(this.game)
    const seen = (stock: PositionJson['stock'][number]): PositionJson['stock'][number] =>
      Object.fromEntries(
        Object.entries(stock).map(([piece, count]) => [piece, starts.public.includes(piece) ? count : null]),
      ) as PositionJson['stock'][number]
    return { ...position, stock: position.stock.map((stock, seat) => (seat === mine ? stock : seen(stock))) }
  }

  /** Places as everywhere: by points, ties share one, who gave up comes last. */
  private result(scores: number[]): TableState['result'] {
    const { resigned } = this.game
    const points = scores.map((score, seat) => (resigned && seat === seatOf(this.game) ? -Infinity : score))
    const places = points.map((own) => 1 + points.filter((other) => other > own).length)
    return { reason: resigned ? 'resigned' : 'finished', scores, places }
  }

  // --- questions

  previews = async (): Promise<Record<string, number[]>> => this.engine.previews()

  why = (move: string): Promise<RefusalInfo> => whyNot(this.positions.at(-1) as PositionJson, move)

  replay = async (): Promise<Replay> => replayOf(this.course, this.engine.details().sheets)

  get course(): Course {
    const tags: Record<string, string> = { Date: new Date(this.game.began).toISOString().slice(0, 10) }
    this.game.bots.forEach((bot, seat) => (tags[`Seat${seat}`] = bot ? `bot:${bot}` : me.info?.name || '?'))
    return { positions: this.positions, moves: this.game.moves, tags }
  }

  get record(): string {
    return recordOf(this.course)
  }

  /** Hand the finished game to the server, now or as soon as it can be reached. */
  async handOver(): Promise<void> {
    await this.saver.saved()
    this.take(await handOver(this.game, this.record))
  }

  /** A good move, if it is for the person to place. */
  async hint(): Promise<string | null> {
    if (this.moves.length === 0) return null
    const { moment } = this
    const { best } = await this.engine.think({ seconds: HINT_SECONDS, workers: sparedCores(), lines: 1 })
    return moment === this.moment ? (best[0]?.move ?? null) : null
  }

  // --- commands

  place = async (move: string): Promise<RefusalInfo | null> => {
    if (!this.moves.includes(move)) return inGeneral(this.positions.at(-1) as PositionJson, move)
    const seat = seatOf(this.game)
    this.play(move)
    this.latest = placedHere(seat, move)
    if (this.game.autoConfirm && this.state.draft?.complete) return this.confirm()
    return null
  }

  /** One piece of the turn that is being put together. */
  takeBack = async (): Promise<RefusalInfo | null> => {
    if (this.game.moves.length > this.game.confirmed && this.seat !== null)
      this.backTo(this.game.moves.length - 1)
    return null
  }

  confirm = async (): Promise<RefusalInfo | null> => {
    if (this.state.draft?.complete) {
      this.change({ confirmed: this.game.moves.length })
      this.settle()
    }
    return null
  }

  /** What belongs to other people has no meaning here. */
  command = async (command: TableCommand): Promise<RefusalInfo | null> => {
    if (command.do === 'auto_confirm') this.change({ autoConfirm: command.on })
    if (command.do === 'resign') this.finish({ resigned: true, confirmed: this.game.moves.length })
    return null
  }

  /** The person's last turn before this one, or the one that is being put together; as often as one likes. */
  get mayUndo(): boolean {
    return this.lastOwn !== undefined
  }

  undo(): void {
    const own = this.lastOwn
    if (own === undefined) return
    this.backTo(own, true)
  }

  private get lastOwn(): number | undefined {
    return turnsOf(this.course).findLast(({ seat }) => seat === seatOf(this.game))?.start
  }

  private backTo(ply: number, whole = false): void {
    const moves = this.game.moves.slice(0, ply)
    this.moment++
    this.positions = this.positions.slice(0, ply + 1)
    this.engine.open(this.positions.at(-1) as PositionJson)
    const confirmed = whole ? ply : Math.min(this.game.confirmed, ply)
    this.change({ moves, confirmed, scores: null, resigned: false, handed: null, waiting: null })
    this.settle()
  }

  // --- the course of the game

  private advance(move: string): void {
    this.engine.play(move)
    this.positions = [...this.positions, this.engine.position]
  }

  private play(move: string): void {
    const seat = this.state.acting
    this.advance(move)
    const moves = [...this.game.moves, move]
    const ended = !isMidTurn({ positions: this.positions }, moves.length)
    // A bot is always sure.
    const sure = ended && seat !== null && this.game.bots[seat] !== null
    this.change({ moves, confirmed: sure ? moves.length : this.game.confirmed })
    this.settle()
  }

  private change(by: Partial<KeptGame>): void {
    this.game = { ...this.game, ...by, changed: Date.now() }
    void this.saver.save(this.game)
  }

  /** Another tab that was quicker has the last word: the board shows what it did. */
  private async keep(game: KeptGame): Promise<void> {
    const kept = await games.keep({ ...game, revision: this.revision })
    if (kept.ours) this.revision = kept.game.revision
    else this.take(kept.game)
  }

  /** Another tab may have changed this game. One that was deleted there is played on here. */
  private async look(): Promise<void> {
    const kept = await games.find(this.game.id)
    if (kept && this.begun && !this.saver.busy) this.take(kept)
  }

  private take(game: KeptGame): void {
    if (game.revision <= this.revision) return
    // What waits was made for another state.
    this.saver.drop()
    this.show(game)
  }

  /** Show a game as it is kept, from the first move on that is not on the board. */
  private show(game: KeptGame): void {
    const known = this.game ? game.moves.findIndex((move, ply) => this.game.moves[ply] !== move) : 0
    const shared = known < 0 ? game.moves.length : known
    this.positions = [game.start, ...this.positions.slice(1, shared + 1)]
    this.game = game
    this.revision = game.revision
    this.engine.open(this.positions.at(-1) as PositionJson)
    for (const move of game.moves.slice(shared)) this.advance(move)
    this.settle()
  }

  private finish(by: Partial<KeptGame>): void {
    this.moment++
    this.change(by)
    this.settle()
  }

  /** The position is another one now: what is legal, what is worth what, and whether a bot is next. */
  private settle(): void {
    const now = this.positions.at(-1) as PositionJson
    this.legal = now.phase === 'over' ? [] : this.engine.moves
    this.nNow++
    this.moment++
    this.details = {
      type: 'details',
      id: null,
      n: this.nNow,
      ...this.engine.details(),
      palaces: claimsOf(this.engine, now),
    }
    if (isOver(this.game)) return
    if (now.phase !== 'over') void (this.begun && this.letBotPlace())
    else if (this.game.confirmed === this.game.moves.length) this.change({ scores: now.scores })
  }

  private async letBotPlace(): Promise<void> {
    const seat = this.state.acting
    const bot = seat === null ? null : this.game.bots[seat]
    if (seat === null || !bot) return
    const { moment } = this
    await alone(`game.${this.game.id}`, async () => {
      // Another tab may have moved this bot while this one waited.
      await this.saver.saved()
      await this.look()
      if (moment !== this.moment) return
      const paused = new Promise((done) => setTimeout(done, settings.paceMs))
      const move = await this.engine
        .choose(bot, { seconds: BOT_SECONDS, workers: sparedCores() })
        .catch(() => null)
      await paused
      if (move === null || moment !== this.moment) return
      this.play(move)
      this.latest = placedHere(seat, move)
      await this.saver.saved()
    })
  }
}
