/** The player aid: what one game needs to know on one sheet. Texts are loaded by language, numbers are the rules' own. */
import {
  CITIES,
  EDITION_SWITCHES,
  PALACE_TILE_POINTS,
  PLAYERS,
  SWITCHES,
  type SWITCH_VALUES,
  TEA,
  TOWER_MERCHANTS,
  TOWER_TILE_POINTS,
  WELL_POINTS,
} from '../generated/tables'
import type { Piece } from '../board/api'
import { fill, unbroken, type Language } from '../i18n/i18n.svelte'
import type { AidGame } from '../ui/aid.svelte'
import type en from './aid.en.json'
import { switchText, switchTexts, type SwitchName } from '../table/switches'
import { handOf } from './hands'

export type AidTexts = Record<keyof typeof en, string>
type AidKey = keyof AidTexts

/** A sentence with the numbers of its rules. */
export interface AidLine {
  text: string
  rules: string[]
}
export interface AidPart {
  title: string
  lines: AidLine[]
}
export interface AidPiece extends AidLine {
  piece: Piece
  name: string
  count: string
  points: string
}
export interface AidSheet {
  pieces: AidPiece[]
  parts: AidPart[]
}

type Connection = (typeof SWITCH_VALUES)['connection'][number]
/** The switches that change a line of the aid. */
type Switches = Omit<Record<SwitchName, boolean>, 'connection'> & { connection: Connection }

const files = import.meta.glob<AidTexts>('./aid.*.json', { import: 'default' })

export async function loadAid(language: Language): Promise<AidTexts> {
  const texts: Partial<AidTexts> = (await files[`./aid.${language}.json`]?.()) ?? {}
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, unbroken(text)])) as AidTexts
}

/** Every switch of a game; the edition decides what the game leaves open. */
function switchesOf({ edition, options }: AidGame): Switches {
  const chosen = Object.entries(options).filter(([, value]) => value != null)
  return { ...EDITION_SWITCHES[edition], ...(Object.fromEntries(chosen) as Partial<Switches>) }
}

/** The page of the aid of this game. */
export function aidAddress(game: AidGame): string {
  const usual = switchesOf({ ...game, options: {} })
  const wanted = new URLSearchParams({
    edition: game.edition,
    players: String(game.players),
    gates: switchText(game.gates),
  })
  for (const [name, value] of Object.entries(switchesOf(game)))
    if (value !== usual[name as keyof Switches]) wanted.set(name, switchText(value))
  return `/aid?${wanted}`
}

/** The game that the address of the page names; what it does not name, or names wrongly, is as usual. */
export function gameIn(search: string): AidGame {
  const asked = new URLSearchParams(search)
  const edition = asked.get('edition') === 'first' ? 'first' : 'second'
  const possible: readonly number[] = PLAYERS[edition]
  const players = Number(asked.get('players'))
  const game: AidGame = {
    edition,
    players: possible.includes(players) ? players : (possible[0] as number),
    gates: asked.get('gates') === 'yes',
    options: {},
  }
  const options: Record<string, boolean | string> = {}
  for (const name of SWITCHES) {
    const value = switchTexts(name).get(asked.get(name) ?? '')
    if (value !== undefined) options[name] = value
  }
  return { ...game, options }
}

/** All lines of the aid of a game. */
export function sheetOf(game: AidGame, texts: AidTexts): AidSheet {
  const on = switchesOf(game)
  const { edition, players, gates } = game
  const hand = handOf({ ...game, options: { neutral_roofs: on.neutral_roofs } })
  const neutral = (hand?.N ?? 0) > 0

  const line = (key: AidKey, rules: string, args?: Record<string, string | number>): AidLine => ({
    text: fill(texts[key], args),
    rules: rules.split(' '),
  })
  const part = (title: AidKey, ...lines: (AidLine | false)[]): AidPart => ({
    title: texts[title],
    lines: lines.filter((one) => one !== false),
  })
  const piece = (letter: Piece, name: AidKey, place: AidKey, rules: string, points?: AidKey): AidPiece => ({
    ...line(place, rules),
    piece: letter,
    name: texts[name],
    count: letter === 'G' ? `4 × ${hand?.G}` : String(hand?.[letter as keyof typeof hand]),
    points: points ? texts[points] : '–',
  })

  const towers = TOWER_TILE_POINTS.map((_, index) => index + 1)
  const laden = towers.filter((_, index) => TOWER_MERCHANTS[index])
  const waiting = TOWER_MERCHANTS.filter(Boolean).join(', ')
  const pieces = [
    piece('G', 'building', 'building.place', '5.4 5.5', 'building.points'),
    piece('S', 'stable', 'stable.place', '7.1 7.3', 'stable.points'),
    piece('M', 'merchant', 'merchant.place', '8.2 8.3', 'merchant.points'),
    piece(
      'W',
      'wall',
      gates ? 'wall.place_gates' : 'wall.place',
      gates ? '9.1 16.2' : '9.1 9.2',
      'wall.points',
    ),
    piece('R', 'roof', 'roof.place', '6.1 6.2'),
    piece('N', 'neutral', 'neutral.place', '6.3'),
    piece('D', 'gate', 'gate.place', '16.1'),
  ].filter(({ count }) => count !== '0')

  const parts = [
    part(
      'setup',
      line('setup.city', '1.1 1.2', { ...CITIES[players as 2 | 3 | 4], players }),
      on.well && line('setup.well', '3.1'),
      on.founding ? line('setup.founding', '3.3') : line('setup.market', '3.1'),
      on.tower_merchants && line('setup.merchants', '3.2', { merchants: waiting, towers: laden.join(', ') }),
      line(on.tea ? 'setup.pieces_tea' : 'setup.pieces', '2 2.2'),
      edition === 'first' && line('setup.black', '2.1'),
      gates && players === 3 && line('setup.gate', '2.3 16.6'),
    ),
    part(
      'turns',
      line('turns.two', '4.2'),
      on.short_first_turn && line(players === 2 ? 'turns.first' : 'turns.first_two', '4.3'),
      line('turns.must', '4.4'),
      on.both_placements && line('turns.both', '4.8'),
    ),
    part(
      'palaces',
      line('palaces.distance', '5.6'),
      on.well && line('palaces.well', '5.7'),
      line('palaces.merchants', '8.4'),
      line('palaces.closed', '5.3'),
      line('palaces.finished', '5.8'),
    ),
    part(
      'palace_tiles',
      line('palace_tiles.points', '12.1', PALACE_TILE_POINTS),
      line('palace_tiles.first', '12.3'),
    ),
    part(
      'tower_tiles',
      line('tower_tiles.points', '13.1', {
        towers: towers.join(', '),
        points: TOWER_TILE_POINTS.join(', '),
      }),
      line('tower_tiles.connected', '13.2'),
      line('tower_tiles.taken', '13.3'),
      line(`tower_tiles.${on.connection}`, '13.4'),
      on.tower_merchants && line('tower_tiles.merchants', '13.3 4.5'),
    ),
    on.tea &&
      part(
        'tea',
        line('tea.brought', '10.1', { tea: TEA.join(', ') }),
        line('tea.used', '10.3'),
        line('tea.nothing', '10.4'),
      ),
    neutral &&
      part(
        'neutrals',
        on.tea && line('neutrals.tea', '10.2'),
        line('neutrals.palace', '12.4'),
        line(on.tower_merchants ? 'neutrals.tower_merchants' : 'neutrals.tower', '13.5'),
        line('neutrals.finished', '5.8'),
      ),
    on.well && part('well', line('well.points', '11.1', { points: WELL_POINTS })),
    gates &&
      part(
        'gates',
        line('gates.row', '16.2'),
        line('gates.front', '16.3'),
        line('gates.street', '16.4 16.5'),
        line('gates.nothing', '16.8'),
        line('gates.left', '16.7'),
      ),
    part(
      'end',
      line('end.out', '4.5'),
      on.last_player_roofs && line('end.roofs', '4.6'),
      line('end.over', '4.7 14.1'),
      line('end.wins', '15.4'),
    ),
  ].filter((one) => one !== false)

  return { pieces, parts }
}
