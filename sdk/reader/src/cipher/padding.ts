/** ISO/IEC 9797-1, padding method 2: a byte 80, then zeros up to whole blocks. */
export function padded(bytes: Uint8Array, block: number): Uint8Array {
  const result = new Uint8Array((Math.floor(bytes.length / block) + 1) * block);
  result.set(bytes);
  result[bytes.length] = 0x80;
  return result;
}

/** Removes that padding. Undefined when there is none. */
export function unpadded(bytes: Uint8Array): Uint8Array | undefined {
  let end = bytes.length - 1;
  while (end >= 0 && bytes[end] === 0) end--;
  return bytes[end] === 0x80 ? bytes.slice(0, end) : undefined;
}
