/** Networks lie in their files in half precision. */

/** A number of half precision, from its bits. Networks have no infinite ones. */
function widened(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15))
}

/** A network as it lies in its file. */
export const networkIn = (file: ArrayBuffer) => Float32Array.from(new Uint16Array(file), widened)
