/** A socket that comes back by itself. It knows nothing of tables: it delivers messages and says how it is doing. */
import type { Request } from '../generated/api'

export type Link = 'connecting' | 'open' | 'lost' | 'gone'

export interface SocketEvents {
  onmessage: (message: unknown) => void
  onlink: (link: Link) => void
}

/** Closing codes after which trying again is of no use. */
const FINAL = new Set([4404, 4403])
const FIRST_WAIT = 300
const LONGEST_WAIT = 8000
/** Silence longer than this after a ping means the line is dead. */
const PATIENCE = 8000
const PING_EVERY = 20000

const reconnected = new Set<() => void>()
/** Tell somebody whenever a line that was lost is there again: the server may be another one now. */
export const onReconnected = (listener: () => void): void => void reconnected.add(listener)

export class Socket {
  private socket: WebSocket | null = null
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined
  private heart: ReturnType<typeof setInterval> | undefined
  private heard = Date.now()
  private closed = false

  constructor(
    private readonly url: () => string,
    private readonly events: SocketEvents,
    /** Called before connecting again after "not recognised". */
    private readonly introduce: () => Promise<unknown>,
    /** Does the other side answer pings? */
    private readonly pings = true,
  ) {
    addEventListener('online', this.again)
    addEventListener('offline', this.lost)
    document.addEventListener('visibilitychange', this.check)
    this.connect()
  }

  send(message: Request): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  /** Start over: something is missing. */
  again = (): void => {
    if (this.closed) return
    this.wait = FIRST_WAIT
    this.drop()
    this.connect()
  }

  close(): void {
    this.closed = true
    removeEventListener('online', this.again)
    removeEventListener('offline', this.lost)
    document.removeEventListener('visibilitychange', this.check)
    this.drop()
  }

  private connect(): void {
    this.events.onlink('connecting')
    const socket = new WebSocket(this.url())
    this.socket = socket
    socket.onopen = () => {
      if (this.wait !== FIRST_WAIT) for (const listener of reconnected) listener()
      this.wait = FIRST_WAIT
      this.heard = Date.now()
      this.heart = setInterval(this.check, PING_EVERY)
      this.events.onlink('open')
    }
    socket.onmessage = (event) => {
      this.heard = Date.now()
      this.events.onmessage(JSON.parse(event.data as string))
    }
    socket.onclose = (event) => this.onclose(event.code)
  }

  private onclose(code: number): void {
    this.drop()
    if (FINAL.has(code)) return this.events.onlink('gone')
    this.events.onlink('lost')
    const retry = (): void => {
      if (!this.closed) this.connect()
    }
    const pause = this.wait * (0.7 + 0.6 * Math.random())
    this.timer = setTimeout(
      () => void (code === 4401 ? this.introduce() : Promise.resolve()).then(retry, retry),
      pause,
    )
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.7)
  }

  private lost = (): void => {
    if (this.socket) this.onclose(1006)
  }

  private check = (): void => {
    if (this.closed || !this.socket || document.hidden || !this.pings) return
    const asked = Date.now()
    if (!this.send({ do: 'ping' })) return
    setTimeout(() => {
      if (this.socket && this.heard < asked) this.onclose(1006)
    }, PATIENCE)
  }

  private drop(): void {
    clearTimeout(this.timer)
    clearInterval(this.heart)
    const socket = this.socket
    this.socket = null
    if (!socket) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }
}
