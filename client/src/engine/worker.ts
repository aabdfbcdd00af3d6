/** A worker with one searcher. A new task ends the one before. */
import { think, type Task } from './searching'

let stop = () => {}

/** A turn of the worker's own loop, in which messages come in. */
const { port1, port2 } = new MessageChannel()
const pause = () =>
  new Promise<void>((go) => {
    port1.onmessage = () => go()
    port2.postMessage(null)
  })

self.onmessage = ({ data }: MessageEvent<Task | null>) => {
  stop()
  stop = data ? think(data, (report) => self.postMessage(report), pause) : () => {}
}
