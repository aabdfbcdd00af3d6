/** An action that may fail: whether it runs, what is told when it is done, and why it was not. */
import { t } from '../i18n/i18n.svelte'
import { isAway, Refusal } from '../net/http'

/** Why an action failed, in the reader's language. Never the text of a browser's own error, which is English. */
export function errorText(error: unknown): string {
  // A browser that asked for a passkey and got none says so by an error of its own.
  if (error instanceof DOMException && error.name === 'NotAllowedError') return t('passkeys.cancelled')
  if (error instanceof Refusal && !isAway(error)) return error.message
  // `fetch` throws a TypeError where no answer came.
  return t(error instanceof Refusal || error instanceof TypeError ? 'home.trouble' : 'error.unknown')
}

export class Attempt {
  told = $state('')
  trouble = $state('')
  busy = $state(false)

  /** Run an action and keep its outcome; `done` is told on success. Resolves to true if it was done; never rejects. */
  async run(what: () => Promise<unknown>, done: string | (() => string) = ''): Promise<boolean> {
    this.told = this.trouble = ''
    this.busy = true
    try {
      await what()
      this.told = typeof done === 'string' ? done : done()
      return true
    } catch (error) {
      this.fail(error)
      return false
    } finally {
      this.busy = false
    }
  }

  fail = (error: unknown): void => {
    this.trouble = errorText(error)
  }
}
