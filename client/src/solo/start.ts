/** The first position of a game on this device. What the rules say about it is in a generated table; chance is the device's. */
import type { Options, PositionJson } from '../generated/api'
import starts from '../generated/starts.json'
import { EDITION_SWITCHES, SWITCHES } from '../generated/tables'

/** One of so many, by chance. */
export type Draw = (count: number) => number

export function byChance(count: number): number {
  const [number] = crypto.getRandomValues(new Uint32Array(1))
  return (number as number) % count
}

/** Where the pieces lie that are on the board from the start. */
export interface Drawn {
  well?: string | undefined
  market?: string | undefined
}

/** Where they may lie, two different cells drawn by chance. */
export function drawn(players: number, draw: Draw = byChance): Required<Drawn> {
  const inner = [...starts.inner[String(players) as keyof typeof starts.inner]]
  const one = (): string => inner.splice(draw(inner.length), 1)[0] as string
  return { well: one(), market: one() }
}

export function firstPosition(options: Options, { well, market }: Drawn): PositionJson {
  const { edition = 'second', players = 2, gates = false, switches = {} } = options
  const game = starts.games[`${edition}${players}` as keyof typeof starts.games]
  const chosen = SWITCHES.map((name) => `${name}=${switches[name] ?? EDITION_SWITCHES[edition][name]}`)
  const changes = [...(gates ? ['gates'] : []), ...chosen]
    .map((name) => (game.with as Record<string, unknown>)[name])
    .filter((change) => change !== undefined)
  const position = changes.reduce<unknown>(changed, game.plain) as PositionJson
  const founded = position.phase === 'founding' || !market
  return {
    ...position,
    cells: {
      ...(position.options['well'] && well ? { [well]: 'well' } : {}),
      ...(founded ? {} : { [market]: 'M' }),
    },
    streets: founded ? [] : [[market]],
  }
}

/** A value with the parts of it that a switch changes. */
function changed(value: unknown, by: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(by))
    return value.map((item: unknown, index) => changed(item, by[index]))
  if (!isRecord(value) || !isRecord(by)) return by
  return {
    ...value,
    ...Object.fromEntries(Object.entries(by).map(([key, item]) => [key, changed(value[key], item)])),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
