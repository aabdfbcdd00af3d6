/** What is told about a record that cannot be read on this device. */
import type { RefusalInfo } from '../generated/api'
import { t } from '../i18n/i18n.svelte'
import { BadRecord, NoRecord } from './reading'
import { inGeneral } from './reasons'

/** Why something could not be opened, with the rule that a move breaks. */
export function troubleOf(error: unknown): RefusalInfo {
  if (!(error instanceof BadRecord)) return { code: 'no_engine', message: t('device.no_engine') }
  const why = error.illegal && inGeneral(error.illegal.position, error.illegal.move)
  return { code: 'bad_record', message: recordWords(error, why), rule: why?.rule ?? null }
}

function recordWords(error: BadRecord, why: RefusalInfo | null): string {
  const { line, word } = error
  if (error instanceof NoRecord) return t('study.no_record')
  if (word.startsWith('{')) return t('study.bad_position')
  return why ? t('study.illegal', { line, word, why: why.message }) : t('study.bad_record', { line, word })
}
