/** Why a move or a position is not allowed: exactly, where the server can be asked, else by what is known here. */
import type { Checked, PositionFault, PositionJson, RefusalInfo, WhyNot } from '../generated/api'
import { t } from '../i18n/i18n.svelte'
import { isAway, post, Refusal } from '../net/http'
import { parseMove } from '../table/moves'

/** Who waits longer for a reason goes on without it. */
const REASON_MS = 2000
/** Where the rules of each piece stand. */
const SECTIONS: Record<string, string> = {
  G: '5',
  P: '5',
  B: '5',
  O: '5',
  R: '6',
  N: '6',
  S: '7',
  M: '8',
  W: '9',
  T: '10',
  D: '16',
}

/** What the server says, or null where it says nothing in time. */
async function asked<Answer>(path: string, body: unknown): Promise<Answer | null> {
  if (!navigator.onLine) return null
  const late = new Promise<null>((done) => setTimeout(done, REASON_MS, null))
  return Promise.race([post<Answer>(path, body), late]).catch(() => null)
}

export async function whyNot(position: PositionJson, move: string): Promise<RefusalInfo> {
  const answer = await asked<WhyNot>('/why', { position, move })
  return answer?.refusal ?? inGeneral(position, move)
}

/** What is impossible about a position; without the server nothing is known to be. */
export async function faultsOf(position: PositionJson): Promise<PositionFault[]> {
  return (await asked<Checked>('/check', { position }))?.faults ?? []
}

/** What the server says against a record, or null where it says nothing in time. */
export async function recordRefusal(record: string): Promise<RefusalInfo | null> {
  if (!navigator.onLine) return null
  const late = new Promise<null>((done) => setTimeout(done, REASON_MS, null))
  const refusal = post('/replay', { record }).then(
    () => null,
    (error: unknown) => (error instanceof Refusal && !isAway(error) ? error.info : null),
  )
  return Promise.race([refusal, late])
}

export function inGeneral({ phase }: Pick<PositionJson, 'phase'>, move: string): RefusalInfo {
  const { piece } = parseMove(move)
  const founding = phase === 'founding'
  const message = founding ? t('turn.found') : piece === 'T' ? t('device.no_tea') : t(`held.${piece}`)
  return { code: 'illegal_move', rule: founding ? '3.3' : SECTIONS[piece], message }
}
