/** Small cities that show a rule: which cells, what stands there, which may and may not be built on. */
import type { At, BoardPosition, Colour, PalaceView } from '../board/api'

export interface Picture {
  position: BoardPosition
  /** South-west and north-east cell of what is shown; "ring" cells are shown when they are named. */
  from: At
  to: At
  good: At[]
  bad: At[]
}

const palace = (
  colour: Colour,
  buildings: At[],
  stables: At[] = [],
  roof: PalaceView['roof'] = null,
): PalaceView => ({
  colour,
  buildings,
  stables,
  roof,
})

interface City {
  palaces?: PalaceView[]
  streets?: At[][]
  walls?: At[]
  gates?: At[]
  well?: At
  tiles?: Record<string, number>
}

function city({ palaces = [], streets = [], walls = [], gates = [], well, tiles = {} }: City): BoardPosition {
  const cells: BoardPosition['cells'] = {}
  for (const p of palaces) {
    for (const at of p.buildings) cells[at] = p.colour
    for (const at of p.stables) cells[at] = 'S'
  }
  for (const at of streets.flat()) cells[at] = 'M'
  if (well) cells[well] = 'well'
  const ring: BoardPosition['walls'] = {}
  for (const at of walls) ring[at] = 'wall'
  for (const at of gates) ring[at] = 'gate'
  return {
    players: 2,
    cells,
    walls: ring,
    palaces,
    streets,
    tower_tiles: tiles,
    tower_merchants: { 1: '1' in tiles ? 0 : 3, 2: 2, 3: 1, 4: 0 },
  }
}

/** Examples for decisions, by `DECISIONS` of decisions.ts. */
export const DECISION_PICTURES: Record<string, Picture> = {
  new_street: {
    position: city({
      palaces: [palace('B', ['c2', 'c3', 'c4', 'd2', 'd4'], [], 0), palace('G', ['f5', 'g4', 'g5'])],
      streets: [['d3', 'e3', 'f3', 'f4']],
    }),
    from: 'c1',
    to: 'h6',
    good: [
      ...[
        'c1',
        'd1',
        'e1',
        'f1',
        'g1',
        'h1',
        'e2',
        'f2',
        'g2',
        'h2',
        'g3',
        'h3',
        'h4',
        'c5',
        'd5',
        'e5',
        'h5',
      ],
      ...['c6', 'd6', 'e6', 'f6', 'g6', 'h6'],
    ],
    bad: ['e4'],
  },
  both: {
    position: city({
      palaces: [
        palace('O', ['a9', 'a10']),
        palace('G', ['c8', 'c9', 'd9', 'e9'], [], 1),
        palace('P', ['a6', 'b6'], [], 2),
        palace('B', ['e6', 'e7'], [], 0),
      ],
      streets: [['b9', 'b10']],
    }),
    from: 'a6',
    to: 'f10',
    good: ['a8'],
    bad: [],
  },
  rows: {
    position: city({
      walls: ['Na', 'Nb', 'W10', 'W9'],
      palaces: [palace('G', ['a8', 'b8', 'b9', 'b10'], [], 0)],
      tiles: { '1': 1 },
    }),
    from: 'W6',
    to: 'Nf',
    good: ['W8'],
    bad: [],
  },
  well: {
    position: city({
      well: 'f4',
      palaces: [palace('B', ['f6', 'g6', 'h4', 'h5', 'h6'], [], 2)],
      streets: [['g4', 'g3', 'h3']],
    }),
    from: 'c1',
    to: 'j7',
    good: [],
    bad: ['e5', 'f5', 'g5', 'e4', 'e3', 'f3'],
  },
  same_gate: {
    position: city({
      walls: ['W10', 'W9', 'Na', 'Nb', 'Nc', 'Nd'],
      gates: ['W8', 'Ne'],
      palaces: [palace('B', ['d9', 'd10', 'e9', 'f9', 'f10'], [], 1)],
      streets: [['c7', 'b7', 'b8', 'a8', 'e10']],
    }),
    from: 'W6',
    to: 'Ng',
    good: ['c6', 'd7'],
    bad: ['Ne'],
  },
}

/** By section of the rules. */
export const PICTURES: Record<string, Picture> = {
  '5': {
    position: city({ palaces: [palace('O', ['d4', 'e4', 'e5']), palace('B', ['i4', 'i5'])] }),
    from: 'c2',
    to: 'j6',
    good: ['d5', 'c4', 'd3', 'e3', 'e6', 'f4', 'f5'],
    bad: ['h4', 'h5', 'h6', 'h3'],
  },
  '6': {
    position: city({
      palaces: [palace('P', ['d4', 'e4', 'e5'], [], 0), palace('G', ['h3', 'h4', 'i4'], [], 1)],
    }),
    from: 'c2',
    to: 'j6',
    good: [],
    bad: [],
  },
  '7': {
    position: city({ palaces: [palace('B', ['e3', 'f3', 'f4'], ['e4'], 0)] }),
    from: 'c2',
    to: 'j6',
    good: ['d3', 'e2', 'f2', 'g3', 'g4', 'f5'],
    bad: ['d4', 'e5'],
  },
  '8': {
    position: city({ streets: [['d3', 'e3', 'f3', 'f4']] }),
    from: 'c2',
    to: 'j6',
    good: ['c3', 'd4', 'd2', 'g4', 'f5'],
    bad: ['e2', 'g3', 'e4'],
  },
  '9': {
    position: city({ walls: ['Na', 'Nb', 'W10', 'W9'] }),
    from: 'W6',
    to: 'Ng',
    good: ['Nc', 'W8'],
    bad: ['Ne'],
  },
  '11': {
    position: city({ well: 'f4', palaces: [palace('O', ['h4', 'h5', 'i4'], [], 2)] }),
    from: 'c1',
    to: 'j7',
    good: [],
    bad: ['e5', 'f5', 'g5', 'e4', 'g4', 'e3', 'f3', 'g3'],
  },
  '13': {
    position: city({
      walls: ['Na', 'Nb', 'Nc'],
      palaces: [palace('G', ['c10', 'd10'], [], 0)],
      tiles: { '1': 0 },
    }),
    from: 'W7',
    to: 'Ng',
    good: [],
    bad: [],
  },
  '16': {
    position: city({
      walls: ['W10', 'W9', 'Na', 'Nb', 'Nc', 'Nd'],
      gates: ['W8', 'Ne'],
      streets: [['c7', 'b7', 'b8', 'a8', 'e10', 'e9']],
    }),
    from: 'W6',
    to: 'Ng',
    good: ['f9', 'e8', 'd9'],
    bad: [],
  },
}
