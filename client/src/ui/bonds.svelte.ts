/** Whom this person has muted or blocked, and telling the host of somebody. */
import type { Bonds as BondsAnswer, NewReport } from '../generated/api'
import { ask, get, post } from '../net/http'

export type BondKind = BondsAnswer['bonds'][number]['kind']

class Bonds {
  list = $state.raw<BondsAnswer['bonds']>([])
  private asked = false

  /** Once for a page; a second screen has it already. */
  load(): void {
    if (this.asked) return
    this.asked = true
    get<BondsAnswer>('/me/bonds').then(this.take, () => (this.asked = false))
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
