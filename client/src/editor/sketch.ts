/**
 * A position that is being put together, and what a hand does to it. What may stand where is not decided here: whatever is put, is put, and
 * the judge says what is impossible about it.
 */
import type { At, Colour, Owner, Piece } from '../board/api'
import { boardSize, front, nameAt, neighbours, place, type Size } from '../board/geometry'
import { FOLLOWS, type Sketch } from '../device/kept'
import type { PalaceJson, PositionJson, TilePalaces } from '../generated/api'
import { EDITION_SWITCHES, PLAYERS, RULES_VERSION } from '../generated/tables'
import { COLOURS, PIECES } from '../table/moves'
import { currentPosition } from '../table/versions'

export type { Sketch } from '../device/kept'

export type OnCell = PositionJson['cells'][string]
export type OnWall = PositionJson['walls'][string]
export type Game = Pick<PositionJson, 'edition' | 'players' | 'gates' | 'options'>
/** How a new merchant stands: at the street it touches, as a street of its own, or on from an end that was chosen. */
export type From = 'touching' | 'new' | { street: number; end: At }

/** Out of each other's way in every city. */
const WELL = 'f6'
const MARKET = 'c3'

export const usual = (edition: Game['edition']): Game['options'] => ({ ...EDITION_SWITCHES[edition] })

/** An empty city, with what lies there from the start. */
export function blank(game: Game): Sketch {
  const { well, founding } = game.options
  const none = Array.from({ length: game.players }, () => ({}))
  return {
    ...game,
    rules: RULES_VERSION,
    phase: founding ? 'founding' : 'play',
    turn: 0,
    placements_left: 2,
    turn_size: 2,
    roofed_this_turn: false,
    first_turn_done: none.map(() => true),
    cells: { ...(well ? { [WELL]: 'well' as const } : {}), ...(founding ? {} : { [MARKET]: 'M' as const }) },
    walls: {},
    palaces: [],
    streets: founding ? [] : [[MARKET]],
    stock: none,
    tower_tiles: { '1': null, '2': null, '3': null, '4': null },
    palace_tile_palaces: {},
    used_gates: [],
  }
}

/** The sketch with something else in it; what followed from the old follows anew. */
export function changed(sketch: Sketch, by: Partial<Sketch>): Sketch {
  const rest = Object.fromEntries(
    Object.entries(sketch).filter(([name]) => !(FOLLOWS as readonly string[]).includes(name)),
  ) as Sketch
  const now = { ...rest, ...by }
  const founding = now.options['founding'] === true && now.streets.length === 0
  return {
    ...now,
    phase: now.turn === null ? 'over' : founding ? 'founding' : 'play',
    stock: forgotten(sketch, now),
    palace_tile_palaces: { ...untouched(sketch, now), ...by.palace_tile_palaces },
  }
}

/** Where one kind of piece stands now that did not, nobody knows out of whose hand it came. */
function forgotten(before: Sketch, now: Sketch): Sketch['stock'] {
  const [were, are] = [standing(before), standing(now)]
  const unsure = PIECES.filter(
    (piece) => were[piece] !== are[piece] && now.stock.every((hand) => hand[piece] != null),
  )
  if (unsure.length === 0 || before.stock !== now.stock) return now.stock
  return now.stock.map((hand) => ({ ...hand, ...Object.fromEntries(unsure.map((piece) => [piece, null])) }))
}

function standing(sketch: Sketch): Record<Piece, number> {
  const counts = Object.fromEntries(PIECES.map((piece) => [piece, 0])) as Record<Piece, number>
  for (const what of Object.values(sketch.cells)) if (what !== 'well') counts[what]++
  for (const what of Object.values(sketch.walls)) counts[what === 'gate' ? 'D' : 'W']++
  for (const { roof } of sketch.palaces) if (roof !== null) counts[roof === 'neutral' ? 'N' : 'R']++
  return counts
}

/** The tiles of colours whose palaces with roofs are the same as before lie where they lay. */
function untouched(before: Sketch, now: Sketch): Partial<TilePalaces> {
  const roofed = ({ palaces }: Sketch, colour: Colour): string =>
    JSON.stringify(palaces.filter((palace) => palace.colour === colour && palace.roof !== null))
  return Object.fromEntries(
    Object.entries(before.palace_tile_palaces).filter(
      ([colour]) => roofed(before, colour as Colour) === roofed(now, colour as Colour),
    ),
  )
}

// --- the city

/** Puts something on a cell, in place of what stands there; null takes it away. */
export function put(sketch: Sketch, at: At, what: OnCell | null, from: From = 'touching'): Sketch {
  const size = boardSize(sketch.players)
  const cells = { ...sketch.cells }
  if (what === 'well')
    for (const [cell, there] of Object.entries(cells)) if (there === what) delete cells[cell]
  if (what === null) delete cells[at]
  else cells[at] = what
  const left = without(sketch.streets, at, size)
  const now = { cells, palaces: palacesOf(cells, sketch.palaces, size), streets: left }
  if (what !== 'M') return changed(sketch, now)
  const { streets, through } = lengthened(sketch, left, at, from)
  return changed(sketch, {
    ...now,
    streets,
    used_gates: [...new Set([...sketch.used_gates, ...through])].sort(),
  })
}

const columnAndRow = (size: Size) => (one: At, other: At) => {
  const [a, b] = [place(one, size), place(other, size)]
  return a.row - b.row || a.column - b.column
}

const touching = (at: At, size: Size): At[] =>
  Object.values(neighbours(at, size)).filter((cell) => cell !== null)

/** Groups of touching buildings of a colour are palaces. Each keeps the place and the roof of one that stood there. */
export function palacesOf(cells: Sketch['cells'], before: readonly PalaceJson[], size: Size): PalaceJson[] {
  const taken = new Set<PalaceJson>()
  const made = COLOURS.flatMap((colour) => groups(cells, colour, size)).map(({ colour, buildings }) => {
    const mine = before.filter(
      (palace) =>
        palace.colour === colour &&
        !taken.has(palace) &&
        palace.buildings.some((at) => buildings.includes(at)),
    )
    const old = mine.find(({ roof }) => roof !== null) ?? mine[0]
    if (old) taken.add(old)
    return { age: old ? before.indexOf(old) : before.length, colour, buildings, roof: old?.roof ?? null }
  })
  const palaces = made
    .sort((one, other) => one.age - other.age)
    .map(({ colour, buildings, roof }) => ({ colour, buildings, stables: [] as At[], roof }))
  for (const at of Object.keys(cells).sort(columnAndRow(size)))
    if (cells[at] === 'S') nearest(palaces, at, size)?.stables.push(at)
  return palaces
}

function groups(cells: Sketch['cells'], colour: Colour, size: Size): { colour: Colour; buildings: At[] }[] {
  const left = new Set(Object.keys(cells).filter((at) => cells[at] === colour))
  const found = []
  for (const first of left) {
    const buildings = [first]
    left.delete(first)
    for (const at of buildings)
      for (const next of touching(at, size)) if (left.delete(next)) buildings.push(next)
    found.push({ colour, buildings: buildings.sort(columnAndRow(size)) })
  }
  return found
}

/** The palace that a stable is meant for. */
function nearest(palaces: PalaceJson[], at: At, size: Size): PalaceJson | undefined {
  const here = place(at, size)
  const far = ({ buildings }: PalaceJson): number =>
    Math.min(
      ...buildings.map((cell) => {
        const { column, row } = place(cell, size)
        return Math.abs(column - here.column) + Math.abs(row - here.row)
      }),
    )
  return palaces.reduce<PalaceJson | undefined>(
    (best, palace) => (best && far(best) <= far(palace) ? best : palace),
    undefined,
  )
}

export const setRoof = (sketch: Sketch, index: number, roof: Owner | null): Sketch =>
  changed(sketch, {
    palaces: sketch.palaces.map((palace, at) => (at === index ? { ...palace, roof } : palace)),
  })

// --- streets

const written = (street: At[], size: Size): At[] =>
  columnAndRow(size)(street[0] as At, street.at(-1) as At) > 0 ? [...street].reverse() : street

/** Without the merchant on a cell: the street falls into what lies before and behind it. */
function without(streets: readonly At[][], at: At, size: Size): At[][] {
  return streets.flatMap((street) => {
    const cut = street.indexOf(at)
    if (cut < 0) return [street]
    return [street.slice(0, cut), street.slice(cut + 1)]
      .filter((part) => part.length > 0)
      .map((part) => written(part, size))
  })
}

/** With a merchant more, and the gates that it came through. */
function lengthened(
  { players, walls }: Sketch,
  streets: At[][],
  at: At,
  from: From,
): { streets: At[][]; through: At[] } {
  const size = boardSize(players)
  const beside = touching(at, size)
  const ends = streets.map((street, index) =>
    from === 'touching'
      ? [street[0], street.at(-1)].find((end) => beside.includes(end as At))
      : from !== 'new' && from.street === index && street.includes(from.end)
        ? from.end
        : undefined,
  )
  const index = ends.findIndex((end) => end !== undefined)
  const end = ends[index]
  if (end === undefined) return { streets: [...streets, [at]], through: [] }
  const longer = streets.map((street, number) => {
    if (number !== index) return street
    return written(street.at(-1) === end ? [...street, at] : [at, ...street], size)
  })
  const gates = Object.keys(walls).filter((wall) => walls[wall] === 'gate')
  const through = beside.includes(end) ? [] : gates.filter((gate) => [at, end].includes(front(gate, size)))
  return { streets: longer, through: through.length === 2 ? through : [] }
}

/** A street as somebody writes it; one without cells is gone. */
export function setStreet(sketch: Sketch, index: number, cells: At[]): Sketch {
  const size = boardSize(sketch.players)
  const old = sketch.streets[index] ?? []
  const now = { ...sketch.cells }
  for (const at of old) if (now[at] === 'M') delete now[at]
  for (const at of cells) now[at] = 'M'
  const others = sketch.streets.flatMap((street, at) => (at === index ? [] : [street]))
  const streets = cells.reduce<At[][]>((left, at) => without(left, at, size), others)
  if (cells.length) streets.splice(Math.min(index, streets.length), 0, written(cells, size))
  return changed(sketch, { cells: now, palaces: palacesOf(now, sketch.palaces, size), streets })
}

// --- the ring

export function setWall(sketch: Sketch, at: At, what: OnWall | null): Sketch {
  const walls = { ...sketch.walls }
  if (what === null) delete walls[at]
  else walls[at] = what
  return changed(sketch, { walls, used_gates: sketch.used_gates.filter((gate) => walls[gate] === 'gate') })
}

export const setUsed = (sketch: Sketch, gate: At, used: boolean): Sketch =>
  changed(sketch, {
    used_gates: [...sketch.used_gates.filter((at) => at !== gate), ...(used ? [gate] : [])].sort(),
  })

// --- the game

/** Another game with the same city, as far as it has room for it. */
export function setGame(sketch: Sketch, game: Game): Sketch {
  const size = boardSize(game.players)
  const fits = ([at]: [At, unknown]): boolean => exists(at, size)
  const seat = <Who>(who: Who): Who | null => (typeof who === 'number' && who >= game.players ? null : who)
  const cells = Object.fromEntries(
    Object.entries(sketch.cells).filter((each) => fits(each) && (each[1] !== 'well' || game.options['well'])),
  )
  const gone = Object.keys(sketch.cells).filter((at) => !(at in cells))
  const fresh = blank(game)
  const palaces = palacesOf(cells, sketch.palaces, size).map((palace) => ({
    ...palace,
    roof: seat(palace.roof),
  }))
  const walls = Object.fromEntries(Object.entries(sketch.walls).filter(fits))
  return changed(sketch, {
    ...game,
    cells:
      game.options['well'] && !Object.values(cells).includes('well') && !(WELL in cells)
        ? { ...cells, [WELL]: 'well' }
        : cells,
    walls,
    palaces,
    streets: gone.reduce((streets, at) => without(streets, at, size), sketch.streets),
    stock: fresh.stock,
    first_turn_done: fresh.first_turn_done,
    tower_tiles: Object.fromEntries(
      Object.entries(sketch.tower_tiles).map(([tower, who]) => [tower, seat(who)]),
    ),
    used_gates: sketch.used_gates.filter((gate) => gate in walls),
    turn: sketch.turn !== null && sketch.turn >= game.players ? 0 : sketch.turn,
  })
}

const exists = (at: At, size: Size): boolean => {
  const { column, row } = place(at, size)
  return nameAt(column, row, size) === at
}

// --- from outside

/** What somebody pasted, if it can be drawn; what is impossible about it is the judge's to say. */
export function sketchIn(text: string): Sketch | null {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(given)) return null
  const { edition, players } = given
  const known = (PLAYERS as Record<string, readonly number[]>)[String(edition)]
  if (!known?.includes(players as number)) return null
  const game = {
    edition: edition as Game['edition'],
    players: players as number,
    gates: given['gates'] === true,
    options: {},
  }
  let whole: Sketch
  try {
    const { options, rules } = currentPosition({
      ...given,
      ...game,
      options: given['options'] as Game['options'],
    })
    whole = {
      ...blank({ ...game, options }),
      cells: {},
      streets: [],
      ...given,
      ...game,
      options,
      rules,
    } as Sketch
  } catch {
    return null
  }
  const size = boardSize(game.players)
  if (!isDrawable(whole, size)) return null
  return 'palaces' in given ? whole : { ...whole, palaces: palacesOf(whole.cells, [], size) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isDrawable(sketch: Sketch, size: Size): boolean {
  const { cells, walls, palaces, streets, stock, players } = sketch
  const inCity = (at: unknown): boolean => typeof at === 'string' && /^[a-p]\d+$/.test(at) && exists(at, size)
  const onRing = (at: string): boolean => /^[NSWE][a-p\d]\d*$/.test(at) && exists(at, size)
  const list = (value: unknown): value is unknown[] => Array.isArray(value)
  const lists = [palaces, streets, stock, sketch.used_gates, sketch.first_turn_done]
  if (!lists.every(list) || !isObject(cells) || !isObject(walls)) return false
  return (
    Object.entries(cells).every(([at, what]) => inCity(at) && ON_CELLS.includes(what)) &&
    Object.entries(walls).every(([at, what]) => onRing(at) && ['wall', 'gate'].includes(what)) &&
    palaces.every(
      (palace) =>
        isObject(palace) &&
        COLOURS.includes(palace.colour) &&
        list(palace.buildings) &&
        list(palace.stables) &&
        palace.buildings.length > 0 &&
        [...palace.buildings, ...palace.stables].every(inCity),
    ) &&
    streets.every((street) => list(street) && street.every(inCity)) &&
    stock.length === players &&
    stock.every(isObject) &&
    isObject(sketch.tower_tiles) &&
    isObject(sketch.palace_tile_palaces)
  )
}

const ON_CELLS: OnCell[] = [...COLOURS, 'S', 'M', 'well']
