import { describe, expect, it } from 'vitest'
import { boardSize, cellAt, cellBox, front, nameAt, neighbours, place, step } from '../src/board/geometry'
import { Choices, meant, parseMove } from '../src/table/moves'
import type { PalaceDetail } from '../src/generated/api'
import type { Piece } from '../src/board/api'
import type { Position } from '../src/table/position'
import { clockText, distinct, optionsLine, ratingRange } from '../src/table/format'
import { describeCell, describePosition, gainWords, textWords } from '../src/table/words'
import { count, heard, lesson, topicNow, topicOf } from '../src/learn/coach'
import { handOf } from '../src/learn/hands'
import { sections } from '../src/learn/rules'
import rules from '../src/learn/rules.en.json'
import { routeOf } from '../src/ui/router.svelte'

const position = {
  players: 2,
  cells: { e5: 'G', e6: 'G', f5: 'S', c3: 'M', d3: 'M', j5: 'well' },
  walls: { Na: 'wall', Nb: 'gate' },
  palaces: [{ colour: 'G', buildings: ['e5', 'e6'], stables: ['f5'], roof: null }],
  streets: [['c3', 'd3']],
} as unknown as Position

describe('moves', () => {
  it('are read', () => {
    expect(parseMove('Ge5')).toMatchObject({ piece: 'G', cell: 'e5', exit: null })
    expect(parseMove('Mn9/Nb')).toMatchObject({ piece: 'M', cell: 'n9', exit: 'Nb' })
    expect(parseMove('WNc')).toMatchObject({ piece: 'W', cell: 'Nc' })
    expect(parseMove('T')).toMatchObject({ piece: 'T', cell: null })
  })

  it('are chosen by piece, by cell, and a roof by any building of its palace', () => {
    const choices = new Choices(['Ge4', 'Re5', 'Sg5', 'Ge7', 'T'], position)
    expect(choices.targets('R')).toEqual(new Set(['e5', 'e6']))
    expect(choices.at('e6', 'R').map((move) => move.text)).toEqual(['Re5'])
    expect(choices.at('e4', null).map((move) => move.text)).toEqual(['Ge4'])
    expect(choices.has('T')).toBe(true)
    expect(choices.has('B')).toBe(false)
  })

  it('keep both ways through the gates apart', () => {
    const choices = new Choices(['Mn9/Nb', 'Mn9/W9'], position)
    expect(choices.at('n9', 'M')).toHaveLength(2)
  })

  it('that were meant but are not legal can be asked about', () => {
    expect(meant('O', 'e6')).toBe('Oe6')
    expect(meant('T', 'e6')).toBe('T')
  })
})

describe('words', () => {
  it('tell moves', () => {
    expect(textWords('Re5', position)).toBe('roof on the grey palace at e5')
    expect(textWords('WNc', position)).toBe('wall north c')
    expect(textWords('Mn9/Nb', position)).toBe('merchant on n9, out by the gate north b')
  })

  it('tell cells', () => {
    expect(describeCell(position, 'e5')).toBe("e5, building, grey palace, 3 cells, nobody's yet")
    expect(describeCell(position, 'c3')).toBe('c3, merchant, end of a street')
    expect(describeCell(position, 'e4')).toBe('e4 is empty, beside the grey palace')
    expect(describeCell(position, 'Nb')).toBe('north b, gate')
    expect(describeCell(position, 'j5')).toBe('j5, the well')
    expect(describeCell(position, 'h5')).toBe('h5 is empty, on a drop of the well')
  })

  it('tell whose a palace is and what it is worth', () => {
    const roofed = { ...position, palaces: [{ ...position.palaces[0], roof: 1 }] } as Position
    const detail = { points: 5, open: false } as PalaceDetail
    expect(describeCell(roofed, 'f5', ['Ada', 'Bo'], [detail])).toBe(
      'f5, stable, grey palace, 3 cells, owned by Bo, worth 5 points',
    )
    const neutral = { ...position, palaces: [{ ...position.palaces[0], roof: 'neutral' }] } as Position
    expect(describeCell(neutral, 'f5', ['Ada', 'Bo'], [detail])).toBe(
      'f5, stable, grey palace, 3 cells, neutral, scores for nobody',
    )
    expect(describePosition(roofed, ['Ada', 'Bo'])).toContain('owned by Bo: e5 e6 f5')
    expect(describePosition(roofed, ['Ada', 'Bo'])).toContain('j5, the well. Walls: Na. Gates: Nb')
  })

  it('tell what everybody would win or lose', () => {
    expect(gainWords([3, 0, -1], ['Ada', 'Bo', 'Cy'])).toBe('Ada +3, Cy -1')
    expect(gainWords([0, 0], ['Ada', 'Bo'])).toBe('')
  })

  it('number those who bear the same name', () => {
    expect(distinct(['Ada', 'Wanderer', 'Wanderer'])).toEqual(['Ada', 'Wanderer 1', 'Wanderer 2'])
  })

  it('tell time', () => {
    expect(clockText(600_000)).toBe('10:00')
    expect(clockText(59_001)).toBe('1:00')
    expect(clockText(3_723_000)).toBe('1:02:03')
    expect(clockText(3 * 86_400_000)).toBe('3 days')
    expect(clockText(3 * 86_400_000 - 1000)).toBe('3 days')
    expect(clockText(2 * 86_400_000 + 3_600_000)).toBe('2 days 1 h')
  })

  it('tell how a table plays', () => {
    expect(optionsLine({ players: 3, rated: true })).toBe('Second edition, 3 players, rated')
  })

  it('give graphs of ratings some room', () => {
    expect(ratingRange([512])).toEqual({ low: 500, top: 550 })
    expect(ratingRange([500, 700, 640])).toEqual({ low: 450, top: 750 })
  })
})

describe('cells', () => {
  const small = boardSize(2)
  it('have places and names both ways', () => {
    for (const at of ['a1', 'n10', 'Na', 'Sn', 'W1', 'E10']) {
      const { column, row } = place(at, small)
      expect(nameAt(column, row, small)).toBe(at)
      const box = cellBox(at, small)
      expect(cellAt(box.x + box.width / 2, box.y + box.height / 2, small)).toBe(at)
    }
  })

  it('have neighbours, fronts and steps', () => {
    expect(neighbours('a1', small)).toEqual({ N: 'a2', S: 'Sa', W: 'W1', E: 'b1' })
    expect(front('Nc', small)).toBe('c10')
    expect(front('E5', small)).toBe('n5')
    expect(step('a1', 'W', small)).toBe('W1')
    expect(step('W1', 'W', small)).toBe('W1')
    expect(cellAt(1, 1, small)).toBeNull()
  })
})

describe('learning', () => {
  it('goes from piece to piece, past those that do not fit', () => {
    const topics = lesson({ well: true, tea: true, neutral_roofs: true })
    const next = (moves: string[], fits: (piece: Piece) => boolean = () => true) =>
      topicNow(topics, count({}, moves), heard(topics, moves), fits)
    expect(next([])).toBe('building')
    expect(next(['Ge5'])).toBe('merchant')
    expect(next(['Ge5', 'Me6'], (piece) => piece !== 'W')).toBe('stable')
    // What one did not do was heard all the same, and is not said again.
    expect(next(['Ge5', 'WNa'])).toBe('stable')
    expect(next(['Ge5', 'Me6', 'WNa', 'Se4', 'Ge6', 'Ge7', 'Re5'])).toBe('tiles')
    const whole = ['Ge5', 'Me6', 'WNa', 'Se4', 'Ge6', 'Ge7', 'Re5', 'WNc', 'WNd', 'Nj9', 'WNe']
    expect(next(whole.slice(0, -1))).toBe('rival')
    expect(next([...whole.slice(0, -1), 'Sf4'])).toBe('stay')
    expect(next([...whole, 'WNf'])).toBe('end')
    expect(next([...whole, 'WNf', 'WNg'])).toBe('gate')
    expect(next([...whole, 'WNf', 'WNg', 'WNh'])).toBe('free')
    expect(lesson({ well: false, tea: false, neutral_roofs: false })).not.toContain('tea')
  })

  it('speaks of the piece that was taken', () => {
    expect(topicOf('G', {})).toBe('building')
    expect(topicOf('G', { O: 1 })).toBe('more')
    expect(topicOf('N', {})).toBe('neutral')
    expect(topicOf('S', {})).toBe('stable')
    expect(topicOf('S', { S: 1 })).toBe('rival')
  })

  it('knows the hands of every edition', () => {
    const hand = (edition: 'first' | 'second', players: number) =>
      handOf({ edition, players, gates: false, options: { neutral_roofs: edition === 'second' } })
    expect(hand('first', 3)).toMatchObject({ G: 6, S: 4, M: 8, W: 10, N: 0 })
    expect(hand('second', 2)).toMatchObject({ G: 8, S: 4, M: 12, W: 15, N: 2, D: 0 })
    expect(hand('second', 4)).toMatchObject({ G: 5, S: 3, M: 6, W: 9, N: 0 })
  })

  it('has every rule in order', () => {
    const all = sections(rules)
    expect(all.map((section) => section.number)).toEqual(Array.from({ length: 17 }, (_, i) => String(i + 1)))
    expect(all[15]?.rules.map((rule) => rule.number).at(-1)).toBe('16.9')
    expect(all[12]?.rules).toHaveLength(5)
  })
})

describe('addresses', () => {
  it('lead to screens', () => {
    expect(routeOf('/')).toEqual({ screen: 'home' })
    expect(routeOf('/t/abc')).toEqual({ screen: 'table', id: 'abc' })
    expect(routeOf('/replay/abc')).toEqual({ screen: 'replay', id: 'abc' })
    expect(routeOf('/replay')).toEqual({ screen: 'replay', id: null })
    expect(routeOf('/rules')).toEqual({ screen: 'rules' })
    expect(routeOf('/about')).toEqual({ screen: 'about' })
    expect(routeOf('/rules/decisions')).toEqual({ screen: 'decisions' })
    expect(routeOf('/nowhere')).toEqual({ screen: 'missing' })
  })
})
