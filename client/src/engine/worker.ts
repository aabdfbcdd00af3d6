/** A worker with one searcher, or one who makes maps. A new task ends the one before. */
import { Core } from './core'
import { look, think, type Look, type Task } from './searching'

let stop = () => {}
/** One for all tasks: memory of WebAssembly is given back late, and a position after the other would fill the device. */
let core: Core | null = null

/** A turn of the worker's own loop, in which messages come in. */
const { port1, port2 } = new MessageChannel()
const pause = () =>
  new Promise<void>((go) => {
    port1.onmessage = () => go()
    port2.postMessage(null)
  })

self.onmessage = ({ data }: MessageEvent<Task | Look | null>) => {
  stop()
  stop = () => {}
  if (!data) return
  core ??= new Core(data.module)
  if ('look' in data) self.postMessage(look(data, core))
  else stop = think(data, core, (report) => self.postMessage(report), pause)
}
