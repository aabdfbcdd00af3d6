/** What a roof would bring each seat now, worked out by the rules of this device. */
import type { Engine } from '../engine/engine'
import type { PalaceDetail, PositionJson } from '../generated/api'

/** The engine has the position up, before and after. */
export function claimsOf(engine: Engine, now: PositionJson): PalaceDetail[] {
  const { palaces } = engine.details()
  if (now.phase !== 'play' || palaces.every(({ roof }) => roof !== null)) return palaces
  const gains = now.scores.map((_, seat) => {
    const theirs = { ...now, turn: seat, placements_left: 2, turn_size: 2, roofed_this_turn: false }
    if (!isTaken(engine, theirs)) return palaces.map(() => null)
    const [moves, previews] = [new Set(engine.moves), engine.previews()]
    return palaces.map(({ first }) => (moves.has(`R${first}`) ? (previews[`R${first}`]?.[seat] ?? 0) : null))
  })
  engine.open(now)
  return palaces.map((palace, index) =>
    palace.roof === null ? { ...palace, claims: gains.map((by) => by[index] ?? null) } : palace,
  )
}

/** The engine takes up no position in which the seat to move can place nothing. */
function isTaken(engine: Engine, position: PositionJson): boolean {
  try {
    engine.open(position)
    return true
  } catch {
    return false
  }
}
