/** Save a game of this device as a file. */
import type { DeviceTable } from './desk.svelte'

export function save(desk: DeviceTable): void {
  const url = URL.createObjectURL(new Blob([desk.record], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `medina-${desk.kept.id}.mgn`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
