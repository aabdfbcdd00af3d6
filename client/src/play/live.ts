/** Whether the engine of this device looks along: whoever has said so once need not say it again. */
import { local } from '../device/small'

/** Null who has never said. */
export function liveWish(): boolean | null {
  const said = local.get('live')
  return said === '' ? null : said === 'on'
}

export const wishLive = (on: boolean): void => local.set('live', on ? 'on' : 'off')
