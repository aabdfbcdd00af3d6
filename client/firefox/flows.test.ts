import type { Browser } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Person, start } from './person'

let browser: Browser
let people: Person[] = []
beforeAll(async () => {
  browser = await start()
})
afterAll(() => browser.close())
afterEach(async () => {
  const troubles = people.flatMap((person) => person.troubles)
  await Promise.all(people.map((person) => person.close()))
  people = []
  expect(troubles).toEqual([])
})

async function newcomer(width?: number, height?: number): Promise<Person> {
  const person = await Person.come(browser, width, height)
  people.push(person)
  return person
}

const RECORD =
  '[Edition "second"]\n[Players "2"]\n[Well "j5"]\n[Market "c3"]\n\n1. Pd8 Ge2,Gf2\n2. Pd9,WSa WNa,WNb\n*\n'

describe('in Firefox', () => {
  for (const [width, height] of [
    [1280, 860],
    [360, 740],
  ] as const) {
    it(`a game against a bot, ${width} px wide`, async () => {
      const person = await newcomer(width, height)
      await person.goto('/')
      await person.press('Play now')
      await person.waitTurn()
      await person.placeSomething()
      const placed = await person.n()
      await person.press('Take back')
      await person.page.waitForFunction(
        (n) => Number(document.querySelector<HTMLElement>('[data-n]')?.dataset['n']) > n,
        {},
        placed,
      )
      await person.takeTurn()
      await person.waitTurn()
      await person.page.reload()
      await person.waitTurn()
      await person.takeTurn()
      await person.waitTurn()
    })
  }

  it('two people at a table: sitting down, placing, talking, resigning', async () => {
    const [host, guest] = [await newcomer(), await newcomer()]
    await host.goto('/')
    await host.press('Play with friends')
    await host.see('[data-seat]')
    await guest.goto(host.path())
    await guest.press('Sit here')
    await host.press('Start the game')
    for (const person of [host, guest]) await person.see('[data-turn]')
    const first = (await host.page.$('[data-turn="mine"]')) ? host : guest
    const second = first === host ? guest : host
    await first.takeTurn()
    await second.waitTurn()
    await second.takeTurn()
    await first.waitTurn()
    await host.click('.chat summary')
    await host.page.locator('.chat .input').fill('Peace be upon this city')
    await host.page.keyboard.press('Enter')
    await guest.click('.chat summary')
    await guest.read('Peace be upon this city')
    await guest.press('Leave the game')
    await guest.press('Resign')
    for (const person of [host, guest]) await person.see('[data-result]')
  })

  it('a record pasted, stepped through and spoken of in another language', async () => {
    const person = await newcomer()
    await person.goto('/replay')
    await person.page.locator('textarea').fill(RECORD)
    await person.press('Open')
    await person.see('[data-line]')
    await person.page.keyboard.press('ArrowRight')
    await person.read('1 / 7')
    await person.page.select('header select', 'fr')
    await person.page.waitForSelector('html[lang=fr]')
  })

  it('an account is made, left and entered again', async () => {
    const person = await newcomer()
    await person.goto('/me')
    await person.page.locator('input[autocomplete=username]').fill('Fatima of Firefox')
    await person.page.locator('input[type=password]').fill('a fox among the palaces')
    await person.press('Make an account')
    await person.read('Logged in as Fatima of Firefox')
    await person.press('Log out')
    await person.see('input[autocomplete=username]')
    await person.page.locator('input[autocomplete=username]').fill('Fatima of Firefox')
    await person.page.locator('input[type=password]').fill('a fox among the palaces')
    await person.press('Log in')
    await person.read('Logged in as Fatima of Firefox')
  })

  it('every page keeps its places', async () => {
    const person = await newcomer()
    const found: string[] = []
    for (const path of ['/', '/learn', '/rules', '/replay', '/me', '/ratings', '/nowhere']) {
      await person.goto(path)
      await person.see('h1')
      for (const [width, height] of [
        [360, 740],
        [768, 1024],
        [1366, 650],
        [1920, 1080],
      ] as const) {
        await person.resize(width, height)
        found.push(...(await person.misplaced()).map((trouble) => `${path}, ${width}: ${trouble}`))
      }
    }
    expect(found).toEqual([])
  })
})
