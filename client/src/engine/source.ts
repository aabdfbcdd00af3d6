/** Where the compiled engine and its networks come from. Nothing is fetched before it is used, and nothing twice. */
import moduleUrl from '../../../src/medina/engine/engine.wasm?url'
import { networkIn } from './half'

const WEIGHTS = '../../../src/medina/engine/weights'
const NETWORKS = import.meta.glob<string>('../../../src/medina/engine/weights/*.bin', {
  query: '?url',
  import: 'default',
  eager: true,
})

export interface Source {
  module(): Promise<WebAssembly.Module>
  network(name: string): Promise<Float32Array>
}

async function fetched(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return answer.arrayBuffer()
}

/** What a page or worker of the site uses. What failed is tried again the next time. */
export function siteSource(): Source {
  const known = new Map<string, Promise<unknown>>()
  const once = <T>(url: string, make: (file: ArrayBuffer) => T | Promise<T>): Promise<T> => {
    const making = (known.get(url) as Promise<T> | undefined) ?? fetched(url).then(make)
    known.set(url, making)
    making.catch(() => known.delete(url))
    return making
  }
  return {
    module: () => once(moduleUrl, (file) => WebAssembly.compile(file)),
    network: (name) => once(NETWORKS[`${WEIGHTS}/${name}.bin`] ?? name, networkIn),
  }
}
