import { flushSync, mount, unmount } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BoardPosition, BoardProps } from '../src/board/api'
import Board from '../src/board/Board.svelte'
import { Flights } from '../src/board/flights.svelte'
import { boardSize } from '../src/board/geometry'
import { wellCells, scene, sceneAfter } from '../src/board/scene'
import { blockTop, domeCell, joins, streetEnds, streetPath } from '../src/board/shapes'

const size = boardSize(2)
const position = (): BoardPosition => ({
  players: 2,
  cells: { d4: 'O', e4: 'O', e5: 'O', f4: 'S', c2: 'M', d2: 'M', j5: 'well' },
  walls: { Na: 'wall', Nb: 'gate', W10: 'wall' },
  palaces: [{ colour: 'O', buildings: ['d4', 'e4', 'e5'], stables: ['f4'], roof: 1 }],
  streets: [['c2', 'd2']],
  tower_tiles: { 1: 0, 2: null, 3: 'neutral', 4: null },
  tower_merchants: { 1: 0, 2: 2, 3: 1, 4: 0 },
})

let shown: ReturnType<typeof mount> | undefined
function show(props: Partial<BoardProps> = {}): HTMLElement {
  const target = document.createElement('div')
  document.body.append(target)
  shown = mount(Board, { target, props: { position: position(), label: 'the city', live: true, ...props } })
  flushSync()
  return target
}
afterEach(() => {
  if (shown) void unmount(shown)
  shown = undefined
  document.body.replaceChildren()
})

const press = (target: HTMLElement, key: string): void => {
  target
    .querySelector('[role=application]')
    ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  flushSync()
}

describe('the board', () => {
  it('draws every piece once, with towers and a dome', () => {
    const keys = [...show().querySelectorAll('[data-piece]')].map((e) => e.getAttribute('data-piece'))
    expect(keys.sort()).toEqual(
      [
        'Na',
        'Nb',
        'W10',
        'c2',
        'd2',
        'd4',
        'e4',
        'e5',
        'f4',
        'j5',
        'roof-d4',
        'tower-1',
        'tower-2',
        'tower-3',
        'tower-4',
      ].sort(),
    )
  })

  it('draws nearer pieces after farther ones', () => {
    const order = scene(position()).map((item) => item.key)
    expect(order.indexOf('e5')).toBeLessThan(order.indexOf('e4'))
    expect(order.indexOf('Na')).toBeLessThan(order.indexOf('e5'))
    expect(order.indexOf('d4')).toBeLessThan(order.indexOf('c2'))
  })

  it('lights the cells it is told to and no others', () => {
    const lit = [...show({ targets: new Set(['a1', 'Nc']) }).querySelectorAll('[data-target]')]
    expect(lit.map((e) => e.getAttribute('data-target'))).toEqual(['a1', 'Nc'])
  })

  it('shows a ghost with what it changes, by seat', () => {
    const board = show({ ghost: { piece: 'S', at: 'd5', seat: 0, gains: [0, 2] } })
    expect(board.querySelectorAll('.gain')).toHaveLength(1)
    expect(board.querySelector('.gain')?.textContent).toContain('+2')
  })

  it('frames the last turn above the pieces: buildings on their tops, a roof on its dome', () => {
    const framed = (roof: number | null): Element | null => {
      const now = { ...position(), palaces: position().palaces.map((each) => ({ ...each, roof })) }
      return show({ position: now, last: new Set(['d4']) }).querySelector('[data-board] rect.last')
    }
    const building = framed(null)
    const dome = framed(1)
    expect(Number(building?.getAttribute('rx'))).toBeLessThan(10)
    expect(Number(dome?.getAttribute('rx')) * 2).toBe(Number(dome?.getAttribute('width')))
  })

  it('is steered by arrows and reports what is picked', () => {
    const onpick = vi.fn()
    const onhover = vi.fn()
    const board = show({ onpick, onhover, cursor: 'a1' })
    press(board, 'ArrowRight')
    press(board, 'ArrowUp')
    expect(onhover).toHaveBeenLastCalledWith('b2')
    press(board, 'Enter')
    expect(onpick).toHaveBeenCalledWith('b2', 'key')
  })

  it('is silent when it is not live', () => {
    const onpick = vi.fn()
    press(show({ onpick, live: false, cursor: 'a1' }), 'Enter')
    expect(onpick).not.toHaveBeenCalled()
  })

  it('is named for screen readers', () => {
    expect(show().querySelector('[role=application]')?.getAttribute('aria-label')).toBe('the city')
  })
})

describe('pieces in the air', () => {
  const without = (...cells: string[]): BoardPosition => {
    const { cells: all, ...rest } = position()
    return { ...rest, cells: Object.fromEntries(Object.entries(all).filter(([at]) => !cells.includes(at))) }
  }
  const following = (...positions: BoardPosition[]): Flights => {
    const flights = new Flights()
    for (const each of positions) flights.follow(scene(each))
    return flights
  }

  it('are none when a board is first drawn', () => {
    expect(following(position()).coming.size).toBe(0)
  })

  it('are the new ones until they have landed', () => {
    const flights = following(without('d2'), position())
    expect([...flights.coming.keys()]).toEqual(['d2'])
    flights.landed('d2')
    expect(flights.coming.size).toBe(0)
  })

  it('are those that were taken back until they are gone', () => {
    const flights = following(position(), without('d2'))
    expect([...flights.going.keys()]).toEqual(['d2'])
    flights.gone('d2')
    expect(flights.going.size).toBe(0)
  })

  it('turn round when a piece is taken back in the air', () => {
    const flights = following(without('d2'), position(), without('d2'))
    expect([...flights.coming.keys(), ...flights.going.keys()]).toEqual(['d2'])
    flights.follow(scene(position()))
    expect([...flights.coming.keys(), ...flights.going.keys()]).toEqual(['d2'])
  })

  it('are none when the board jumps to another moment', () => {
    const nothing = { ...position(), cells: {}, palaces: [], streets: [] }
    expect(following(nothing, position()).coming.size).toBe(0)
  })

  it('leave their places in the city empty', async () => {
    const props = $state({ position: without('d2'), label: 'the city' })
    const target = document.createElement('div')
    document.body.append(target)
    shown = mount(Board, { target, props })
    flushSync()
    props.position = position()
    flushSync()
    expect(target.querySelector('[data-piece=d2]')?.classList).toContain('away')
    target.querySelector('.flight')?.dispatchEvent(new Event('animationend'))
    flushSync()
    expect(target.querySelector('[data-piece=d2]')?.classList).not.toContain('away')
    expect(target.querySelector('.flight')).toBeNull()
  })
})

describe('a scene', () => {
  it('keeps what did not change, so that it is not drawn again', () => {
    const before = scene(position())
    const cells = { ...position().cells, e2: 'M' as const }
    const after = sceneAfter(before, { ...position(), cells, streets: [['c2', 'd2', 'e2']] })
    expect(after.filter((item) => !before.includes(item)).map((item) => item.key)).toEqual(['e2'])
  })
})

describe('shapes', () => {
  it('know their neighbours in the palace', () => {
    const group = new Set(['d4', 'e4', 'e5'])
    expect(joins('e4', group, size)).toMatchObject({ N: true, W: true, E: false, S: false, NW: false })
    expect(joins('d4', group, size)).toMatchObject({ E: true, N: false, NE: true })
    expect(blockTop(joins('e4', group, size))).toMatch(/^M.*Z$/)
  })

  it('put the dome in the middle of a palace', () => {
    expect(domeCell({ buildings: ['a1', 'b1', 'c1'] }, size)).toBe('b1')
    expect(domeCell({ buildings: ['e5'] }, size)).toBe('e5')
  })

  it('lead a carpet out by one gate and in by the other', () => {
    const walls = { Nb: 'gate', E9: 'gate' } as const
    const path = streetPath(['b9', 'b10', 'n9'], walls, size)
    expect(path.match(/M/g)).toHaveLength(2)
    expect(streetEnds(['b9', 'b10', 'n9'])).toEqual(['b9', 'n9'])
    expect(streetEnds(['b9'])).toEqual(['b9'])
  })

  it('mark the drop cells that lie in the city', () => {
    expect(wellCells(position()).sort()).toEqual(['h5', 'j3', 'j7', 'l5'])
    expect(wellCells({ ...position(), cells: { b2: 'well' } }).sort()).toEqual(['b4', 'd2'])
  })
})
