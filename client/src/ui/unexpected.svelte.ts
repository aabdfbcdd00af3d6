/** Errors that no action caught: told to the reader, so that nothing fails without a word. */
import { errorText } from './attempt.svelte'

class Unexpected {
  text = $state('')

  start(): void {
    addEventListener('unhandledrejection', ({ reason }) => this.tell(reason))
    // Without an error it is a warning of the browser's, such as that of a ResizeObserver.
    addEventListener('error', ({ error }) => error && this.tell(error))
  }

  forget = (): void => {
    this.text = ''
  }

  private tell(error: unknown): void {
    // What was called off on purpose did not fail.
    if (!(error instanceof DOMException && error.name === 'AbortError')) this.text = errorText(error)
  }
}

export const unexpected = new Unexpected()
