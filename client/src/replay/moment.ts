/** The part of an address behind the hash: a moment, and for a pasted game the record itself, packed. */

export function momentOf(hash: string): { ply: number | null; packed: string | null } {
  const [moment = '', packed = null] = hash.replace(/^#/, '').split('/')
  return { ply: /^\d+$/.test(moment) ? Number(moment) : null, packed }
}
