/** The part of an address behind the hash: a moment, and for a pasted game the record itself, packed. */

export function momentOf(hash: string): { ply: number | null; packed: string | null } {
  const [moment = '', packed = null] = hash.replace(/^#/, '').split('/')
  return { ply: /^\d+$/.test(moment) ? Number(moment) : null, packed }
}

/** A record as letters that may stand in an address. */
export async function pack(record: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(record), new CompressionStream('deflate-raw'))
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export async function unpack(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  change: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(change)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
