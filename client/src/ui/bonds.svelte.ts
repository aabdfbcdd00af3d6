/** Whom this person has muted or blocked, and telling the host of somebody. */
import type { Bonds as BondsAnswer, NewReport } from '../generated/api'
import { ask, get, post } from '../net/http'
import { me } from './me.svelte'

export type BondKind = BondsAnswer['bonds'][number]['kind']

class Bonds {
  list = $state.raw<BondsAnswer['bonds']>([])
  private whose: string | null = null
  private latest: Promise<BondsAnswer> | null = null

  /** Ask once for each person: whoever logs in has another list. */
  load(): void {
    const user = me.info?.id ?? ''
    const before = this.whose
    this.whose = user
    // A list that came before the person was known is theirs.
    if (before === user || before === '') return
    const asked = (this.latest = get<BondsAnswer>('/me/bonds'))
    asked.then(
      (answer) => this.latest === asked && this.take(answer),
      () => (this.whose = null),
    )
  }

  kind(user: string): BondKind | null {
    return this.list.find((bond) => bond.user === user)?.kind ?? null
  }

  async set(user: string, kind: BondKind | null): Promise<void> {
    const path = `/me/bonds/${encodeURIComponent(user)}`
    this.take(await (kind ? ask<BondsAnswer>('PUT', path, { kind }) : ask<BondsAnswer>('DELETE', path)))
  }

  report(what: Partial<NewReport>): Promise<unknown> {
    return post('/reports', what)
  }

  private take = ({ bonds }: BondsAnswer): void => {
    this.list = bonds
  }
}

export const bonds = new Bonds()
