import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { LONGEST_TEXT, pack, unpack } from '../src/ui/packed'

const asLetters = (bytes: Buffer): string => bytes.toString('base64url')

describe('a text in an address', () => {
  it('comes out as it went in, whatever letters it has', async () => {
    for (const text of ['', 'a', '[Seat0 "Zoë 🕌"]\n\n1. Ge5\n*\n', 'Ge5 Oh3 '.repeat(5000)]) {
      const packed = await pack(text)
      expect(packed).toMatch(/^[\w-]*$/)
      expect(await unpack(packed)).toBe(text)
    }
  })

  it('is what everybody else calls raw deflate', async () => {
    expect(inflateRawSync(Buffer.from(await pack('Ge5'), 'base64url')).toString()).toBe('Ge5')
    expect(await unpack(asLetters(deflateRawSync('Ge5')))).toBe('Ge5')
  })

  it('is refused where it is broken, cut off or no text', async () => {
    const packed = await pack('a record '.repeat(50))
    await expect(unpack('?')).rejects.toThrow()
    await expect(unpack('AAAA')).rejects.toThrow()
    await expect(unpack(packed.slice(0, -6))).rejects.toThrow()
    await expect(unpack(asLetters(deflateRawSync(Buffer.from([0xff, 0xfe]))))).rejects.toThrow()
  })

  it('does not fill the memory of whoever opens it', async () => {
    const just = 'x'.repeat(LONGEST_TEXT)
    expect(await unpack(await pack(just))).toHaveLength(LONGEST_TEXT)
    const bomb = asLetters(deflateRawSync(Buffer.alloc(64 * LONGEST_TEXT)))
    expect(bomb.length).toBeLessThan(100_000)
    await expect(unpack(bomb)).rejects.toThrow('more than')
  })
})
