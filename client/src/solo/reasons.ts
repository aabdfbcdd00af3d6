/** Why a move is not allowed: exactly, where the server can be asked, else by the rule of that piece. */
import type { PositionJson, RefusalInfo, WhyNot } from '../generated/api'
import { t } from '../i18n/i18n.svelte'
import { post } from '../net/http'
import { parseMove } from '../table/moves'

/** Who waits longer for a reason is given the rule alone. */
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

export async function whyNot(position: PositionJson, move: string): Promise<RefusalInfo> {
  const late = new Promise<null>((done) => setTimeout(done, REASON_MS, null))
  const asked = navigator.onLine ? post<WhyNot>('/why', { position, move }) : late
  const answer = await Promise.race([asked, late]).catch(() => null)
  return answer?.refusal ?? inGeneral(position, move)
}

export function inGeneral({ phase }: Pick<PositionJson, 'phase'>, move: string): RefusalInfo {
  const { piece } = parseMove(move)
  const founding = phase === 'founding'
  const message = founding ? t('turn.found') : piece === 'T' ? t('device.no_tea') : t(`held.${piece}`)
  return { code: 'illegal_move', rule: founding ? '3.3' : SECTIONS[piece], message }
}
