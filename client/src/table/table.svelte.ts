/** One live table: the socket, the folded state, and the questions and commands one can send. */
import type {
  DetailsAnswer,
  Options,
  RefusalInfo,
  Replay,
  Request,
  ServerMessage,
  TableCommand,
  Update,
} from '../generated/api'
import { untrack } from 'svelte'
import { calm } from '../board/motion'
import { language } from '../i18n/i18n.svelte'
import { get, socketUrl } from '../net/http'
import { Socket, type Link } from '../net/socket'
import { settings } from '../ui/settings.svelte'
import { closeNotices } from '../ui/alert'
import type { News, TableDesk } from './desk'
import { LineLost } from './errors'
import { distinct, seatName } from './format'
import { fold, follows, isMyTurn, type TableState } from './fold'
import { Pace } from './pace'
import { newsOf, stagesOf, together, type Stage } from './stages'
import { atTable, type Past } from './past'

type Waiting = { resolve: (answer: ServerMessage) => void; reject: (error: Error) => void }

export class Table implements TableDesk {
  /** What is shown; turns of others come one placement after the other. */
  state = $state.raw<TableState | null>(null)
  /** All that the server has told. */
  private known: TableState | null = null
  link = $state<Link>('connecting')
  details = $state.raw<DetailsAnswer | null>(null)
  /** Server time minus ours. */
  skew = $state(0)
  /** What was shown last, for whoever wants to speak or sound it. */
  latest = $state.raw<News | null>(null)

  private readonly seats = $derived(this.state?.seats ?? [])
  private readonly people = $derived(this.state?.people ?? {})
  /** The same list as long as the same people sit there, so that nothing is told anew with every placement. */
  readonly names = $derived(distinct(this.seats.map((view, seat) => seatName(view, seat, this.people))))

  private readonly pace = new Pace<Stage>((stages) => this.show(stages))
  private hurried = false
  private readonly socket: Socket
  private readonly waiting = new Map<number, Waiting>()
  private nextId = 1
  private readonly stopSpeaking: () => void
  private readonly look = (): void => this.say({ do: 'look', visible: !document.hidden })

  constructor(readonly id: string) {
    const url = (): string => {
      const since = this.known ? `?since=${this.known.seq}` : ''
      return socketUrl(`/tables/${encodeURIComponent(id)}/socket${since}`)
    }
    this.socket = new Socket(
      url,
      { onmessage: (message) => this.hear(message as ServerMessage), onlink: (link) => this.linked(link) },
      () => get('/me'),
    )
    this.stopSpeaking = $effect.root(() => {
      $effect(() => {
        const chosen = language()
        if (this.link === 'open') untrack(() => this.say({ do: 'speak', language: chosen }))
      })
      $effect(() => {
        if (this.link === 'open') untrack(this.look)
      })
    })
    document.addEventListener('visibilitychange', this.look)
  }

  /** About this page: the language of the server's sentences, and whether anybody looks. Said again on the next line. */
  private say(message: Request): void {
    this.request(message).catch(() => undefined)
    if (!document.hidden) void closeNotices(this.id)
  }

  close(): void {
    this.stopSpeaking()
    this.pace.drop()
    document.removeEventListener('visibilitychange', this.look)
    this.socket.close()
    this.abandon()
  }

  get position() {
    return this.state?.position ?? null
  }
  get seat(): number | null {
    return this.state && isMyTurn(this.state) ? this.state.your_seat : null
  }
  get moves(): readonly string[] {
    return this.seat === null ? [] : (this.state?.moves ?? [])
  }
  get n(): number {
    return this.state?.n ?? 0
  }

  place = (move: string): Promise<RefusalInfo | null> => this.command({ do: 'place', move, n: this.n })
  takeBack = (): Promise<RefusalInfo | null> => this.command({ do: 'take_back', n: this.n })
  confirm = (): Promise<RefusalInfo | null> => this.command({ do: 'confirm', n: this.n })
  setOptions = (options: Options): Promise<RefusalInfo | null> => this.command({ do: 'set_options', options })

  replay = (): Promise<Replay> => get<Replay>(`/tables/${encodeURIComponent(this.id)}/replay`)
  past: Past = (ply) => atTable(this.id)(ply)

  async why(move: string): Promise<RefusalInfo | null> {
    const answer = await this.request({ do: 'why', move })
    return 'refusal' in answer ? (answer.refusal ?? null) : null
  }

  async previews(): Promise<Record<string, number[]>> {
    const answer = await this.request({ do: 'previews' })
    return answer.type === 'previews' ? answer.scores : {}
  }

  /** Send a command; null when it was granted, else why not. */
  async command(command: TableCommand): Promise<RefusalInfo | null> {
    const answer = await this.request(command)
    return answer.type === 'refused' ? answer.refusal : null
  }

  private request(message: Request): Promise<ServerMessage> {
    const id = this.nextId++
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      if (!this.socket.send({ ...message, id })) this.fail(id)
    })
  }

  private fail(id: number): void {
    this.waiting.get(id)?.reject(new LineLost())
    this.waiting.delete(id)
  }

  private abandon(): void {
    for (const id of [...this.waiting.keys()]) this.fail(id)
  }

  private linked(link: Link): void {
    this.link = link
    // The next line goes on after what is shown.
    if (link !== 'open') this.pace.hurry()
    // What was asked on a line that is no more will not be answered on the next one.
    if (link !== 'open') this.abandon()
  }

  private hear(message: ServerMessage): void {
    if ('now' in message) this.skew = message.now - Date.now()
    if (message.type === 'snapshot') this.begin(message)
    else if (message.type === 'update') this.update(message)
    else if (message.type === 'chat' && this.known) this.around(fold(this.known, message))
    else if (message.type === 'presence' && this.known) {
      const { seats: online, away = [], watchers } = message
      this.around({ ...this.known, online, away, watchers })
    }
    const id = 'id' in message ? message.id : null
    if (id != null) {
      this.waiting.get(id)?.resolve(message)
      this.waiting.delete(id)
    }
  }

  /** Who does not want to wait sees at once what has happened, and what happens until it is their turn. */
  hurry = (): void => {
    this.hurried = this.state?.your_seat != null && this.seat === null
    this.pace.hurry()
  }

  private begin(snapshot: TableState): void {
    this.pace.drop()
    this.state = this.known = snapshot
    this.askDetails()
  }

  /** Something else than the game has changed, which waits for nothing. */
  private around(known: TableState): void {
    this.known = known
    if (this.state) this.state = besides(this.state, known)
  }

  private update(update: Update): void {
    const before = this.known
    if (!before || !follows(before, update)) {
      this.pace.drop()
      return this.socket.again()
    }
    const after = (this.known = fold(before, update))
    const news = newsOf(before, update, after)
    const gap = this.gap(news)
    const stages = gap && !calm() ? stagesOf(before, after, news) : [{ state: after, news }]
    this.pace.add(stages, gap)
  }

  /** How long each placement of a turn waits for what came before it. Never while a clock runs, or nobody looks. */
  private gap({ events, placed }: News): number {
    const { state } = this
    if (this.hurried || document.hidden || state?.options.clock?.kind === 'realtime') return 0
    const seat = events.some((event) => event.type === 'turn_played') ? placed[0]?.seat : undefined
    if (seat === undefined || seat === state?.your_seat) return 0
    return state?.seats[seat]?.bot != null || placed.length > 1 ? settings.paceMs : 0
  }

  private show(stages: Stage[]): void {
    const [last, was] = [stages.at(-1), this.state]
    if (!last || !this.known) return
    this.state = besides(last.state, this.known)
    this.latest = together(stages.map(({ news }) => news))
    if (this.seat !== null) this.hurried = false
    // What the server knows of a later city would be told of this one.
    if (this.state.position !== was?.position && !this.pace.waiting) this.askDetails()
  }

  private askDetails(): void {
    if (!this.state?.position) return
    this.request({ do: 'details' }).then(
      (answer) => {
        if (answer.type === 'details') this.details = answer
      },
      () => undefined,
    )
  }
}

/** A state of the game, with who is there and what they say as it is now. */
const besides = (game: TableState, { people, chat, online, away, watchers }: TableState): TableState => ({
  ...game,
  people,
  chat,
  online,
  away,
  watchers,
})
