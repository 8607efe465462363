/**
 * Frees a buffer's memory immediately. Otherwise V8 keeps up to 64 MB of unused buffers until its next collection. Only for a
 * buffer that is not read afterwards, because it is then empty. A buffer that shares its memory with others is left alone.
 */
export function freeMemory({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
