import { readFileSync } from 'node:fs'
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core'

/** A window of somebody's own in a real Firefox, spoken to by WebDriver BiDi; whatever goes wrong in it is noted. */

const ADDRESS = process.env['MEDINA_SERVER'] ?? ''
const PATIENCE_MS = 30_000
const BOXES = readFileSync(new URL('../../tests/e2e/boxes.js', import.meta.url), 'utf8').replace(/^;/m, '')

export function start(): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env['MEDINA_BROWSER'] ?? 'firefox',
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-GB' },
  })
}

export class Person {
  readonly troubles: string[] = []
  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.setDefaultTimeout(PATIENCE_MS)
    page.on('pageerror', (error) => this.troubles.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') this.troubles.push(message.text())
    })
  }

  static async come(browser: Browser, width = 1280, height = 860): Promise<Person> {
    const context = await browser.createBrowserContext()
    const person = new Person(context, await context.newPage())
    await person.resize(width, height)
    return person
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(ADDRESS + path)
  }

  async resize(width: number, height: number): Promise<void> {
    await this.page.setViewport({ width, height })
  }

  /** A window behind others draws no frames, and what waits for one waits for ever. */
  async see(selector: string): Promise<void> {
    await this.page.bringToFront()
    await this.page.waitForSelector(selector, { visible: true })
  }

  async click(selector: string): Promise<void> {
    await this.page.bringToFront()
    await this.page.locator(selector).click()
  }

  /** A button or link by what it is called. */
  async press(name: string): Promise<void> {
    await this.click(`::-p-aria(${name})`)
  }

  async read(text: string): Promise<void> {
    await this.page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, text)
  }

  path(): string {
    return new URL(this.page.url()).pathname
  }

  n(): Promise<number> {
    return this.page.$eval('[data-n]', (bar) => Number((bar as HTMLElement).dataset['n']))
  }

  async waitTurn(): Promise<void> {
    await this.see('[data-turn="mine"]')
  }

  /** Pick up the first piece that fits and put it on the first lit cell, with the mouse; where it went. */
  async placeSomething(): Promise<string> {
    const before = await this.n()
    await this.click('.slot.fits:not([data-tray="T"])')
    const cell = await this.page.waitForSelector('[data-target]')
    const at = await cell!.evaluate((lit) => (lit as SVGElement).dataset['target'] ?? '')
    const box = await cell!.boundingBox()
    await this.page.mouse.click(box!.x + box!.width / 2, box!.y + box!.height / 2)
    await this.page.waitForFunction(
      (n) => {
        const choice = document.querySelector<HTMLElement>('[data-choice]')
        choice?.click()
        return Number(document.querySelector<HTMLElement>('[data-n]')?.dataset['n']) > n
      },
      { polling: 50 },
      before,
    )
    return at
  }

  /** A whole turn: place until it is full, and confirm it. */
  async takeTurn(): Promise<void> {
    while (await this.page.$('.bar .button.primary:disabled')) await this.placeSomething()
    await this.click('.bar .button.primary')
    await this.page.waitForSelector('[data-turn="theirs"], [data-turn="mine"]')
  }

  /** What leaves its place, by the measure of the suite. */
  async misplaced(): Promise<string[]> {
    return (await this.page.evaluate(`(${BOXES.trim()})()`)) as string[]
  }

  async close(): Promise<void> {
    await this.context.close()
  }
}
