/** Save a game of this device as a file. */
import { download } from '../ui/download'
import type { DeviceTable } from './desk.svelte'

export const save = (desk: DeviceTable): void =>
  download(`medina-${desk.kept.id}.mgn`, new Blob([desk.record], { type: 'text/plain;charset=utf-8' }))
