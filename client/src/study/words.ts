/** A study in words. */
import { t } from '../i18n/i18n.svelte'
import { cellName, textWords } from '../table/words'
import type { Explorer } from './explorer.svelte'

/** What each sign means; they mean what they mean to chess players. */
const MEANINGS = {
  '!': 'good',
  '?': 'bad',
  '!?': 'interesting',
  '?!': 'doubtful',
  '!!': 'brilliant',
  '??': 'blunder',
} as const

export const signWords = (sign: string): string =>
  sign in MEANINGS ? t(`study.sign.${MEANINGS[sign as keyof typeof MEANINGS]}`) : ''

/** Where one is now, for a screen reader: what was placed, what is thought of it, what is drawn, what else there is. */
export function momentWords({ turn, moment, instead, position }: Explorer): string {
  if (!turn) return `${t('replay.start')}.`
  const drawn = [...turn.rings.map(cellName), ...turn.arrows.map((arrow) => arrow.map(cellName).join(' → '))]
  return [
    textWords(turn.moves[moment.placed - 1] ?? '', position),
    signWords(turn.sign),
    turn.comment,
    drawn.length ? t('study.drawn', { what: drawn.join(', ') }) : '',
    instead.length > 1 ? t('study.among', { n: (moment.path.at(-1) ?? 0) + 1, of: instead.length }) : '',
  ]
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(' ')
}
