import type { Response } from '../apdu/apdu.ts';
import { isAboutLength, isLengthWrong, lengthInstead, STATUS } from '../apdu/iso-7816.ts';
import { ChipError, type ChipFailCause, refusal } from '../chip-error.ts';
import { isExtended, SHORT_BUFFERS } from '../secure-messaging/buffer-sizes.ts';
import type { Channel } from '../secure-messaging/channel.ts';
import { Reopening } from '../secure-messaging/reopening.ts';
import type { ElementaryFile } from './elementary-file.ts';
import { FileContent, HEADER_BYTES } from './file-content.ts';
import { readBinaryAt, readBinaryOf, roomAt, selectFile } from './read-binary.ts';

/** How a file is read with READ BINARY, piece by piece (ISO/IEC 7816-4, 11.3.3). */
export interface ReadOptions {
  /**
   * Called after each piece, once the length of the file is known. Pass `so_far` to `resumeFrom` after the chip was lost; copy it
   * to keep it.
   */
  onProgress?: (read: number, total: number, so_far: Uint8Array) => void;
  /** The start of the file, from an earlier reading of the same chip. */
  resumeFrom?: Uint8Array;
}

/** First status bytes that report an internal error of the chip. */
const EXECUTION_ERRORS = new Set([0x64, 0x65, 0x66, 0x6f]);
/** Maximum bytes per command, so that progress is visible and little is lost with the chip. */
const MOST_AT_ONCE = 2048;
const LEAST_AT_ONCE = 8;

/**
 * Reads files in as few commands as the chip allows, and remembers what it does not support: short identifiers, reading beyond
 * the end, extended lengths, long pieces.
 */
export class FileReader {
  readonly #channel: Channel;
  readonly #reopening: Reopening;
  #short_ids: 'UNKNOWN' | 'WORK' | 'REFUSED' = 'UNKNOWN';
  #reads_beyond_end = true;
  #most = MOST_AT_ONCE;

  constructor(channel: Channel, reopening = new Reopening()) {
    this.#channel = channel;
    this.#reopening = reopening;
  }

  async read(file: ElementaryFile, { onProgress, resumeFrom }: ReadOptions = {}): Promise<Uint8Array> {
    const content = new FileContent(file, resumeFrom);
    let is_current = false;
    let limit = Number.POSITIVE_INFINITY;
    while (!content.isComplete) {
      const le = Math.min(limit, this.#wanted(content));
      const { data, status } = await this.#reopening.attempt(() => this.#readPiece(file, content.read, le, is_current));
      if (isRead(status) && data.length > 0) {
        if (data.length > le)
          throw new ChipError('response_malformed', `${file.name}: the chip sent more than was requested.`);
        is_current = true;
        content.append(data);
        if (content.total !== undefined) onProgress?.(content.read, content.total, content.bytes);
        continue;
      }
      is_current = false;
      const instead = lengthInstead(status);
      if (instead !== undefined && instead < le) limit = instead;
      else if (!this.#adapts(status, le, content)) throw unreadable(file, status, content.read > 0);
    }
    return content.bytes;
  }

  #wanted({ read, total }: FileContent): number {
    const room = Math.min(this.#most, roomAt(this.#channel, read));
    if (total !== undefined) return Math.min(room, total - read);
    return this.#reads_beyond_end ? room : Math.max(HEADER_BYTES - read, 1);
  }

  /** Whether another form of the command is left to try after a refusal. Every adaptation is permanent, so this terminates. */
  #adapts(status: number, le: number, { total }: FileContent): boolean {
    if (!isAboutLength(status)) return false;
    if (isExtended(this.#channel.buffers) && le > this.#channel.readableWith(SHORT_BUFFERS)) {
      this.#channel.buffers = SHORT_BUFFERS;
      return true;
    }
    if (total === undefined) {
      const had_read = this.#reads_beyond_end;
      this.#reads_beyond_end = false;
      return had_read;
    }
    if (!isLengthWrong(status) || le < 2 * LEAST_AT_ONCE) return false;
    this.#most = Math.floor(le / 2);
    return true;
  }

  async #readPiece(file: ElementaryFile, offset: number, le: number, is_current: boolean): Promise<Response> {
    if (is_current) return readBinaryAt(this.#channel, offset, le);
    if (offset === 0 && this.#short_ids !== 'REFUSED') {
      const response = await readBinaryOf(this.#channel, file, le);
      if (isRead(response.status)) this.#short_ids = 'WORK';
      if (this.#short_ids === 'WORK' || isLengthWrong(response.status)) return response;
    }
    const selected = await selectFile(this.#channel, file);
    if (selected.status !== STATUS.OK) return selected;
    const response = await readBinaryAt(this.#channel, offset, le);
    if (offset === 0 && isRead(response.status)) this.#short_ids = 'REFUSED';
    return response;
  }
}

const isRead = (status: number) => status === STATUS.OK || status === STATUS.END_OF_FILE;

const unreadable = ({ name }: ElementaryFile, status_word: number, has_begun: boolean) =>
  refusal(refusalOf(status_word, has_begun), `${name} could not be read to its end.`, status_word);

/** The cause behind a status word (ISO/IEC 7816-4, 5.6). */
function refusalOf(status: number, has_begun: boolean): ChipFailCause {
  if (status === STATUS.NOT_FOUND) return 'file_not_found';
  if (status === STATUS.SECURITY_STATUS) return 'security_status_not_satisfied';
  if (has_begun && (isRead(status) || isAboutLength(status))) return 'file_incomplete';
  return EXECUTION_ERRORS.has(status >> 8) ? 'chip_failure' : 'file_refused';
}
