/** Something that may be refused: what is told when it is done, or why it was not. */
import { t } from '../i18n/i18n.svelte'
import { Refusal } from '../net/http'

export class Attempt {
  told = $state('')
  trouble = $state('')

  /** Was it done? */
  async run(what: () => Promise<unknown>, done = ''): Promise<boolean> {
    this.told = this.trouble = ''
    try {
      await what()
      this.told = done
      return true
    } catch (error) {
      this.fail(error)
      return false
    }
  }

  fail = (error: unknown): void => {
    // A browser that asked for a passkey and got none says so by an error of its own.
    const cancelled = error instanceof DOMException && error.name === 'NotAllowedError'
    this.trouble =
      error instanceof Refusal ? error.message : t(cancelled ? 'passkeys.cancelled' : 'home.trouble')
  }
}
