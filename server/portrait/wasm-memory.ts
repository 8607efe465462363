/** Changes the initial and maximum memory of a WebAssembly module, which the module's compiler wrote into it. */

export interface WasmMemory {
  /** In 64 KiB pages. */
  initial: number;
  most: number;
}

/** The header of a module: its magic number and version (WebAssembly Core Specification, 5.5.16). */
const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;
/** One memory that has an initial and a maximum size, and is not shared (5.5.8 and 5.3.4). */
const ONE_MEMORY_WITH_LIMITS = [1, 1];

/** @returns the module with new limits, each encoded in as many bytes as the old one. @throws when it has no memory with two limits. */
export function withMemory(code: Uint8Array, { initial, most }: WasmMemory): Uint8Array<ArrayBuffer> {
  const changed = Uint8Array.from(code);
  const start = memorySection(code);
  if (!ONE_MEMORY_WITH_LIMITS.every((byte, index) => code[start + index] === byte))
    throw new Error('The module must have one memory with two limits');
  const first = start + ONE_MEMORY_WITH_LIMITS.length;
  const last = first + readNumber(code, first).bytes;
  writeNumber(changed.subarray(first, last), initial);
  writeNumber(changed.subarray(last, last + readNumber(code, last).bytes), most);
  return changed;
}

function memorySection(code: Uint8Array): number {
  for (let at = HEADER_BYTES; at < code.length; ) {
    const { value, bytes } = readNumber(code, at + 1);
    const start = at + 1 + bytes;
    if (code[at] === MEMORY_SECTION) return start;
    at = start + value;
  }
  throw new Error('The module has no memory');
}

/** An unsigned LEB128 number: seven bits per byte, lowest first, and one bit that says whether more follow (5.2.2). */
function readNumber(code: Uint8Array, at: number): { value: number; bytes: number } {
  let value = 0;
  for (let bytes = 1; ; bytes++) {
    const byte = code[at + bytes - 1];
    if (byte === undefined) throw new Error('The module is truncated');
    value += (byte & 0x7f) * 2 ** (7 * (bytes - 1));
    if (byte < 0x80) return { value, bytes };
  }
}

/** Writes the number with as many bytes as `place` has, so that nothing after it moves. */
function writeNumber(place: Uint8Array, value: number): void {
  if (value >= 2 ** (7 * place.length)) throw new Error(`${value} takes more than ${place.length} bytes`);
  for (let index = 0; index < place.length; index++) {
    const isLast = index === place.length - 1;
    place[index] = (Math.floor(value / 2 ** (7 * index)) & 0x7f) | (isLast ? 0 : 0x80);
  }
}
