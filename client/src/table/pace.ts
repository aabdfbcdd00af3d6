/** More than this never waits: whoever watches others play must not fall behind. */
const MOST = 12

/** Lets news wait for its turn, so that one can follow what bots do. What is shown at once is shown together. */
export class Pace<News> {
  private queue: [News, number][] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private shownAt = 0

  constructor(private readonly show: (news: News[]) => void) {}

  get waiting(): boolean {
    return this.queue.length > 0
  }

  /** Each is shown once so many milliseconds have passed since what was shown before it. For what does not wait, nothing waits. */
  add(news: readonly News[], gap: number): void {
    this.queue.push(...news.map((one): [News, number] => [one, gap]))
    if (gap) this.next()
    else this.hurry()
  }

  /** Everything at once. */
  hurry(): void {
    this.shift(this.queue.length)
  }

  /** It is known otherwise by now. */
  drop(): void {
    clearTimeout(this.timer)
    this.queue = []
  }

  private next(): void {
    const now = Date.now()
    let due = 0
    let rest = 0
    for (const [, gap] of this.queue) {
      rest = (due ? now : this.shownAt) + gap - now
      if (rest > 0 && this.queue.length - due <= MOST) break
      due++
    }
    this.shift(due)
    if (this.waiting) this.timer = setTimeout(() => this.next(), rest)
  }

  private shift(count: number): void {
    clearTimeout(this.timer)
    const late = this.queue.splice(0, count)
    if (!late.length) return
    this.shownAt = Date.now()
    this.show(late.map(([news]) => news))
  }
}
