/** Texts as letters that may stand in an address: deflated, then base64url. */

/** Addresses longer than this are cut off by some of the programs that people send them with. */
export const LONGEST_ADDRESS = 16_384
/** A few kilobytes of somebody's link could say a gigabyte; no record or position is longer than this. */
export const LONGEST_TEXT = 2 ** 20

export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Infinity)
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The text that was packed; throws where it is none, or longer than anybody means it to be. */
export async function unpack(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  const text = await through(bytes, new DecompressionStream('deflate-raw'), LONGEST_TEXT)
  return new TextDecoder('utf-8', { fatal: true }).decode(text)
}

/** What comes out of a stream, as long as it is not more than `most` bytes. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  { readable, writable }: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter()
  // What is wrong with the bytes is told by the other end as well.
  const written = writer
    .write(bytes)
    .then(() => writer.close())
    .catch(() => undefined)
  const reader = readable.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value)
    size += next.value.length
    if (size > most) {
      await reader.cancel()
      throw new Error(`more than ${most} bytes`)
    }
  }
  await written
  const whole = new Uint8Array(size)
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0)
  return whole
}

/** The analysis board with a game on it, at a moment: so many placements from its start. */
export const exploring = async (record: string, ply: number): Promise<string> =>
  `/study#r=${await pack(record)}&at=${ply}`
