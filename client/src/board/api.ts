/**
 * The whole surface of the board.
 *
 * The board draws a position and reports what the pointer and the keys point at. It knows no rules: which cells
 * are lit, what the ghost is and what a click means are told to it by whoever uses it.
 */
import type { PalaceJson, PositionJson, StockJson } from '../generated/api'

/** The colours of palaces: grey, purple, brown, orange. */
export type Colour = PalaceJson['colour']
/** The letters of the notation: colours, stable, merchant, wall, gate ("door"), roof, neutral roof, tea. */
export type Piece = keyof StockJson
/** A city cell ("e5") or a wall cell ("Nc", "E5"). */
export type At = string
/** Who owns a roof or a tile. */
export type Owner = NonNullable<PalaceJson['roof']>
export type PalaceView = PalaceJson

/** The part of a position (docs: notation) that can be seen on the board. */
export type BoardPosition = Pick<
  PositionJson,
  'players' | 'cells' | 'walls' | 'palaces' | 'streets' | 'tower_tiles' | 'tower_merchants'
>

/** A piece that is not there yet, with what it would change for each seat. */
export interface Ghost {
  piece: Piece
  at: At
  /** Whose roof it would be. */
  seat: number | null
  /** Change of score by seat; zeros are not drawn. */
  gains: number[]
}

/** What a piece would be worth on a cell: as a number to read, and from 0, the worst cell, to 1, the best. */
export interface Worth {
  share: number
  text: string
}

/** What makes up the points of one palace, lit while it is looked at. */
export interface Lit {
  palace: At[]
  others: At[]
}

/** What somebody drew over the city: rings around cells, arrows from one to another. */
export interface Drawing {
  rings: readonly At[]
  arrows: readonly (readonly [from: At, to: At])[]
}

export interface BoardProps {
  position: BoardPosition
  /** Lit cells: where the chosen piece may go. */
  targets?: ReadonlySet<At>
  ghost?: Ghost | null
  /** Moves worth considering, best first, drawn with their numbers. */
  ideas?: readonly Ghost[]
  /** A map of what one piece would be worth where. */
  worths?: ReadonlyMap<At, Worth>
  lit?: Lit | null
  drawing?: Drawing | null
  /** Placed in the last finished turn. */
  last?: ReadonlySet<At>
  /** Placed in the present turn, not yet confirmed. */
  drafted?: ReadonlySet<At>
  /** Where something cannot be as it is: for whoever puts a position together. */
  faults?: ReadonlySet<At>
  /** The keyboard's place on the board; null when the board is not being steered by keys. */
  cursor?: At | null
  /** The cell that shakes its head; a new `count` shakes again. */
  refused?: { at: At; count: number } | null
  /** Does the board take clicks and keys? */
  live?: boolean
  /** Said by a screen reader on reaching the board. */
  label: string
  /** May the board be pinched, panned and zoomed? */
  zoomable?: boolean
  /** Fill the space given, cutting off what does not fit, instead of showing the whole board. */
  cover?: boolean
  onpick?: (at: At, how: 'mouse' | 'touch' | 'key') => void
  onhover?: (at: At | null) => void
  /** The right button was pressed on one cell and let go on another, or on the same. Without it the browser has its menu. */
  ondraw?: (from: At, to: At) => void
}

/** What a mounted board can be asked (bind:this). */
export interface BoardHandle {
  /** The cell under a point of the screen: where a dragged piece was let go. */
  cellAtPoint(x: number, y: number): At | null
  /** Where a cell is drawn, in pixels from the board's corner, and how large. */
  pointOf(at: At): { x: number; y: number; size: number } | null
  /** Put the keyboard on the board. */
  focus(): void
}
