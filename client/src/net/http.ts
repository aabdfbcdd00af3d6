/** Asking the server over HTTP. */
import type { ErrorAnswer, RefusalInfo } from '../generated/api'
import { language } from '../i18n/i18n.svelte'
import { door } from './door.svelte'

const BASE = '/api/v1'

/** The server said no, and why. */
export class Refusal extends Error {
  constructor(
    readonly info: RefusalInfo,
    readonly status: number,
  ) {
    super(info.message)
  }
}

/** Is it that nobody answered, or somebody else than the server? Then it has not said no. */
export const isAway = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.info.code === 'unreachable'

let introduced = false
let introduction: Promise<unknown> = Promise.resolve()

/** Until the server knows this browser, what could make a guest of it goes one after the other: two at once would make two. */
export function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  if (introduced || (method === 'GET' && path !== '/me')) return send<Answer>(method, path, body)
  const answer = introduction.then(() => send<Answer>(method, path, body))
  introduction = answer.then(
    () => (introduced = true),
    () => undefined,
  )
  return answer
}

async function send<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers: Record<string, string> = { 'Accept-Language': language() }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const response = await fetch(BASE + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (response.ok) return (await response.json()) as Answer
  const info = await refusalIn(response)
  if (info.code === 'banned') door.sentence = info.message
  throw new Refusal(info, response.status)
}

async function refusalIn(response: Response): Promise<RefusalInfo> {
  try {
    return ((await response.json()) as ErrorAnswer).error
  } catch {
    return { code: 'unreachable', message: `${response.status} ${response.statusText}` }
  }
}

export const get = <Answer>(path: string): Promise<Answer> => ask<Answer>('GET', path)
export const post = <Answer>(path: string, body: unknown): Promise<Answer> => ask<Answer>('POST', path, body)

/** Plain text, for records. */
export async function text(path: string): Promise<string> {
  const response = await fetch(BASE + path, { headers: { 'Accept-Language': language() } })
  if (!response.ok) throw new Refusal(await refusalIn(response), response.status)
  return response.text()
}

/** The address of a socket on this very host. */
export const socketUrl = (path: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${BASE}${path}`
