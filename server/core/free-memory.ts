/**
 * Gives the memory of a buffer back at once. V8 lets up to 64 MB of buffers that nobody uses any more wait for its next collection.
 * Only for a buffer that nobody reads afterwards: it is empty then. One that shares its memory with others stays as it is.
 */
export function freeMemory({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
