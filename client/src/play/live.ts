/** Whether the engine of this device looks along: whoever has said so once need not say it again. */
import { device } from '../device/memory'

const NAME = 'medina.live'

/** Null who has never said. */
export function liveWish(): boolean | null {
  const said = device.get(NAME)
  return said === null ? null : said === 'on'
}

export const wishLive = (on: boolean): void => device.set(NAME, on ? 'on' : 'off')
