import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, PLAYERS } from '../src/generated/tables'
import type { Language } from '../src/i18n/i18n.svelte'
import { aidAddress, gameIn, loadAid, sheetOf } from '../src/learn/aid'
import rules from '../src/learn/rules.en.json'
import type { AidGame } from '../src/ui/aid.svelte'

const texts = await loadAid('en')
const second: AidGame = { edition: 'second', players: 3, gates: false, options: {} }
const first: AidGame = { ...second, edition: 'first' }
const said = (game: AidGame): string =>
  sheetOf(game, texts)
    .parts.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)])
    .join('\n')
const games = Object.entries(PLAYERS).flatMap(([edition, numbers]) =>
  numbers.flatMap((players) =>
    [false, true].map((gates) => ({ edition, players, gates, options: {} }) as AidGame),
  ),
)

describe('the player aid', () => {
  it.each(Object.keys(LANGUAGES))('leaves no gap open and names rules that exist (%s)', async (language) => {
    const own = await loadAid(language as Language)
    for (const game of games) {
      const { pieces, parts } = sheetOf(game, own)
      const lines = [...pieces, ...parts.flatMap((part) => part.lines)]
      expect(lines.length).toBeGreaterThan(20)
      for (const line of lines) {
        expect(line.text).toBeTruthy()
        expect(line.text).not.toMatch(/\{\w+\}|undefined/)
        for (const rule of line.rules) expect(Object.keys(rules)).toContain(rule)
      }
    }
  })

  it('has only lines that some game shows', () => {
    const shown = [...games, { ...second, options: { connection: 'every', tower_merchants: false } }, first]
      .map((game) => JSON.stringify(sheetOf({ ...game }, keys())))
      .join()
    for (const key of Object.keys(texts)) if (!/^pieces/.test(key)) expect(shown, key).toContain(`"${key}"`)
  })

  it('says what each edition has', () => {
    expect(said(second)).toContain('3, 2, 1 on tiles 1, 2, 3')
    expect(said(second)).toContain('bring 3, 2, 1 tea tiles')
    expect(said(second)).toContain('4 points for each building')
    expect(said(second)).toContain('The first turns of the first two players')
    expect(said({ ...second, players: 2 })).toContain('The first player’s first turn')
    expect(said(second)).not.toContain('leave room for a second')
    for (const gone of ['Tea', 'The well', 'A neutral roof', 'first turn', 'Merchants wait'])
      expect(said(first)).not.toContain(gone)
    expect(said(first)).toContain('founding the market')
    expect(said(first)).toContain('leave room for a second')
    expect(said(first)).toContain('other row of walls')
    expect(said(first)).toContain('When all others are out')
  })

  it('follows the switches of a table', () => {
    expect(said({ ...second, options: { tea: false } })).not.toContain('tea')
    expect(said({ ...second, options: { connection: 'every' } })).toContain('Each further wall')
    expect(said({ ...first, options: { both_placements: false } })).not.toContain('leave room')
    expect(said({ ...first, options: { neutral_roofs: true } })).toContain('A neutral roof')
    expect(said({ ...first, players: 4, options: { neutral_roofs: true } })).not.toContain('A neutral roof')
    // Null is how a table that has not begun leaves a switch to its edition.
    expect(said({ ...second, options: { tea: null } })).toBe(said(second))
  })

  it('finds the game in the address that it wrote', () => {
    const switches = [{}, { tea: false, connection: 'every' }, { well: true, both_placements: false }]
    for (const game of games)
      for (const options of switches) {
        const address = aidAddress({ ...game, options })
        expect(said(gameIn(address.slice(address.indexOf('?'))))).toBe(said({ ...game, options }))
      }
    expect(aidAddress(second)).toBe('/aid?edition=second&players=3&gates=no')
    expect(gameIn('?edition=third&players=7&connection=rope&tea=maybe')).toEqual({ ...second, players: 2 })
  })
})

/** Every text is its own key. */
function keys(): typeof texts {
  const own = JSON.parse(readFileSync(join(__dirname, '../src/learn/aid.en.json'), 'utf8')) as typeof texts
  return Object.fromEntries(Object.keys(own).map((key) => [key, key])) as typeof texts
}
