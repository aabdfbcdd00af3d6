/** Writes the newest state of something, one write at a time: of states that come faster than they are written, the last one counts. */
export class Saver<Value> {
  private next: { value: Value } | null = null
  private running: Promise<void> | null = null

  constructor(private readonly write: (value: Value) => Promise<void>) {}

  get busy(): boolean {
    return this.running !== null
  }

  /** Resolves when this state, or a newer one, is written. */
  save(value: Value): Promise<void> {
    this.next = { value }
    this.running ??= this.run().finally(() => (this.running = null))
    return this.running
  }

  /** Resolves when nothing waits. */
  async saved(): Promise<void> {
    await this.running
  }

  /** What waits is not wanted any more. */
  drop(): void {
    this.next = null
  }

  private async run(): Promise<void> {
    while (this.next) {
      const { value } = this.next
      this.next = null
      await this.write(value)
    }
  }
}
