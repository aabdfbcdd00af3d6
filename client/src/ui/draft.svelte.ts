/** A text somebody may write: what is known stands there until they touch it, and never mixes with what they write. */
export class Draft {
  private own = $state<string | null>(null)

  constructor(private readonly known: () => string) {}

  get text(): string {
    return this.own ?? this.known()
  }
  set text(text: string) {
    this.own = text
  }

  /** From here on it is theirs, whatever the server says later. */
  touch = (): void => {
    this.own = this.text
  }

  /** Left empty, or as it was: nothing was written. */
  rest = (): void => {
    if (this.own === '' || this.own === this.known()) this.own = null
  }

  forget(): void {
    this.own = null
  }
}
