/** More than this never waits: whoever watches others play must not fall behind. */
const MOST = 12

/** Lets news wait for its turn, so that one can follow what bots do. */
export class Pace<News> {
  private queue: [News, number][] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private shownAt = 0

  constructor(private readonly show: (news: News) => void) {}

  get waiting(): boolean {
    return this.queue.length > 0
  }

  /** Shown once so many milliseconds have passed since what was shown before; nothing overtakes what waits. */
  add(news: News, gap: number): void {
    this.queue.push([news, gap])
    clearTimeout(this.timer)
    this.next()
  }

  /** Everything at once. */
  hurry(): void {
    clearTimeout(this.timer)
    const late = this.queue
    this.queue = []
    for (const [news] of late) this.show(news)
    if (late.length) this.shownAt = Date.now()
  }

  /** It is known otherwise by now. */
  drop(): void {
    clearTimeout(this.timer)
    this.queue = []
  }

  private next(): void {
    const [first] = this.queue
    if (!first) return
    const rest = this.shownAt + first[1] - Date.now()
    if (rest > 0 && this.queue.length <= MOST) this.timer = setTimeout(() => this.next(), rest)
    else this.shift(first[0])
  }

  private shift(news: News): void {
    this.queue.shift()
    this.shownAt = Date.now()
    this.show(news)
    this.next()
  }
}
