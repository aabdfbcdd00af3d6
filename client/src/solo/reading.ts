/** Reading a record without the server: the moves that were played, without remarks and variations. The engine checks every one. */
import type { Options, PositionJson } from '../generated/api'
import starts from '../generated/starts.json'
import type { Engine } from '../engine/engine'
import type { Course } from './record'
import { firstPosition } from './start'

export function readRecord(text: string, engine: Pick<Engine, 'open' | 'play' | 'position'>): Course {
  const tags = Object.fromEntries(
    Array.from(text.matchAll(/^\[(\w+) "((?:[^"\\]|\\.)*)"\]\s*$/gm), ([, name, value]) => [
      name as string,
      (value as string).replace(/\\(.)/g, '$1'),
    ]),
  )
  const moves = movesIn(text.replace(/^\[.*\]\s*$/gm, ''))
  const setUp = tags['Position']
  engine.open(
    setUp
      ? (JSON.parse(setUp) as PositionJson)
      : firstPosition(optionsIn(tags), { well: tags['Well'], market: tags['Market'] }),
  )
  const positions: PositionJson[] = [engine.position]
  for (const move of moves) {
    engine.play(move)
    positions.push(engine.position)
  }
  const ours = new Set([
    'Edition',
    'Players',
    'Gates',
    'Well',
    'Market',
    'Position',
    ...Object.keys(starts.tags),
  ])
  return {
    positions,
    moves,
    tags: Object.fromEntries(Object.entries(tags).filter(([name]) => !ours.has(name))),
  }
}

function optionsIn(tags: Record<string, string>): Options {
  const switches: Record<string, boolean> = {}
  for (const [tag, name] of Object.entries(starts.tags)) if (tags[tag]) switches[name] = tags[tag] === 'yes'
  if (tags['Well']) switches['well'] = tags['Well'] !== 'no'
  return {
    edition: tags['Edition'] as NonNullable<Options['edition']>,
    players: Number(tags['Players']),
    gates: tags['Gates'] === 'yes',
    switches,
  }
}

function movesIn(text: string): string[] {
  let played = text.replace(/\{[^{}]*\}/g, ' ')
  // From the inside out: variations lie in one another.
  for (let before = ''; before !== played;) [before, played] = [played, played.replace(/\([^()]*\)/g, ' ')]
  return played
    .split(/\s+/)
    .filter((word) => /^[A-Z]/.test(word))
    .flatMap((word) => word.replace(/[^A-Za-z0-9/,].*$/, '').split(','))
}
