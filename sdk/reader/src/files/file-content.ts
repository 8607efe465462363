import { ChipError, type ChipFailCause } from '../chip-error.ts';
import { readTlvHeader, type TlvHeader, unlessMalformed } from '../tlv/tlv.ts';
import type { ElementaryFile } from './elementary-file.ts';

/** The longest header (tag and length) of a file: after this many bytes its length is known. */
export const HEADER_BYTES = 6;
/** Minimum average length of a piece in bytes, so that reading ends for every chip. */
const SMALLEST_PIECE = 32;
const PATIENCE = 64;

export class FileContent {
  readonly #file: ElementaryFile;
  #bytes: Uint8Array = new Uint8Array();
  #pieces = 0;
  read = 0;
  /** Known once the header has been read. */
  total: number | undefined;

  /** `resumed` is the start of the file from an interrupted reading; invalid bytes are ignored. */
  constructor(file: ElementaryFile, resumed: Uint8Array = new Uint8Array()) {
    this.#file = file;
    try {
      this.append(resumed);
    } catch {
      this.#bytes = new Uint8Array();
      this.read = 0;
    }
    if (this.total === undefined) this.read = 0;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.read);
  }

  get isComplete(): boolean {
    return this.total !== undefined && this.read >= this.total;
  }

  append(piece: Uint8Array): void {
    if (this.total === undefined) {
      this.#begin(piece);
      return;
    }
    const kept = piece.subarray(0, this.total - this.read);
    this.#bytes.set(kept, this.read);
    this.read += kept.length;
    if (++this.#pieces > PATIENCE + this.total / SMALLEST_PIECE)
      throw this.#unreadable('file_incomplete', 'arrives in pieces that are too small');
  }

  #begin(piece: Uint8Array): void {
    const start = this.read === 0 ? piece : Uint8Array.from([...this.bytes, ...piece]);
    if (start.length < 2 || (start.length < HEADER_BYTES && !hasHeader(start))) {
      this.#bytes = start.slice();
      this.read = start.length;
      if (++this.#pieces > HEADER_BYTES) throw this.#unreadable('file_malformed', 'has no header');
      return;
    }
    const { tag, header_bytes, content_bytes } = this.#headerOf(start);
    if (tag !== this.#file.tag) throw new ChipError('file_malformed', `${this.#file.name} begins with the wrong tag.`);
    const total = header_bytes + content_bytes;
    if (total > this.#file.longest)
      throw this.#unreadable('file_too_long', `is longer than the allowed ${this.#file.longest} bytes`);
    this.#bytes = new Uint8Array(total);
    this.#bytes.set(start.subarray(0, total));
    this.read = Math.min(start.length, total);
    this.total = total;
  }

  #headerOf(start: Uint8Array): TlvHeader {
    try {
      return readTlvHeader(start);
    } catch (cause) {
      throw new ChipError('file_malformed', `${this.#file.name}: ${(cause as Error).message}`, { cause });
    }
  }

  #unreadable(fail_cause: ChipFailCause, why: string): ChipError {
    return new ChipError(fail_cause, `${this.#file.name} ${why}.`);
  }
}

const hasHeader = (bytes: Uint8Array) => unlessMalformed(() => readTlvHeader(bytes)) !== undefined;
