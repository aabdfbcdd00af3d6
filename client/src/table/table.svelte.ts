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
import { language } from '../i18n/i18n.svelte'
import { get, socketUrl } from '../net/http'
import { Socket, type Link } from '../net/socket'
import { settings } from '../ui/settings.svelte'
import { closeNotices } from '../ui/alert'
import type { TableDesk } from './desk'
import { LineLost } from './errors'
import { distinct, seatName } from './format'
import { fold, follows, isMyTurn, type TableState } from './fold'
import { Pace } from './pace'
import { atTable, type Past } from './past'

type Waiting = { resolve: (answer: ServerMessage) => void; reject: (error: Error) => void }

export class Table implements TableDesk {
  state = $state.raw<TableState | null>(null)
  link = $state<Link>('connecting')
  details = $state.raw<DetailsAnswer | null>(null)
  /** Server time minus ours. */
  skew = $state(0)
  /** The last update, for whoever wants to speak or sound it. */
  latest = $state.raw<Update | null>(null)

  private readonly seats = $derived(this.state?.seats ?? [])
  /** The same list as long as the same people sit there, so that nothing is told anew with every placement. */
  readonly names = $derived(distinct(this.seats.map(seatName)))

  private readonly pace = new Pace<Update>((update) => this.update(update))
  private hurried = false
  private readonly socket: Socket
  private readonly waiting = new Map<number, Waiting>()
  private nextId = 1
  private readonly stopSpeaking: () => void
  private readonly look = (): void => this.say({ do: 'look', visible: !document.hidden })

  constructor(readonly id: string) {
    const url = (): string => {
      const since = this.state ? `?since=${this.state.seq}` : ''
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
  get seq(): number {
    return this.state?.seq ?? 0
  }

  place = (move: string): Promise<RefusalInfo | null> => this.command({ do: 'place', move, seq: this.seq })
  takeBack = (): Promise<RefusalInfo | null> => this.command({ do: 'take_back', seq: this.seq })
  confirm = (): Promise<RefusalInfo | null> => this.command({ do: 'confirm', seq: this.seq })
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
    if (message.type === 'snapshot') {
      this.pace.drop()
      this.state = message
      this.skew = message.now - Date.now()
      this.askDetails()
    } else if (message.type === 'update') {
      this.skew = message.now - Date.now()
      this.pace.add(message, this.gap(message))
    } else if (message.type === 'presence' && this.state) {
      this.state = {
        ...this.state,
        online: message.seats,
        away: message.away ?? [],
        watchers: message.watchers,
      }
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

  /** How long what a bot placed waits for what came before it. Never while a clock runs, or nobody looks. */
  private gap(update: Update): number {
    if (this.hurried || document.hidden || this.state?.options.clock?.kind === 'realtime') return 0
    const isBots = update.events.some(
      (event) => event.type === 'placed' && this.state?.seats[event.seat]?.bot != null,
    )
    return isBots ? settings.paceMs : 0
  }

  private update(update: Update): void {
    if (!this.state || !follows(this.state, update)) {
      this.pace.drop()
      return this.socket.again()
    }
    this.state = fold(this.state, update)
    this.latest = update
    if (this.seat !== null) this.hurried = false
    // What the server knows of a later city would be told of this one.
    if (update.position && !this.pace.waiting) this.askDetails()
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
