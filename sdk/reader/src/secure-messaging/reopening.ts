import type { Response } from '../apdu/apdu.ts';
import { isAboutLength, STATUS } from '../apdu/iso-7816.ts';
import { ChipError } from '../chip-error.ts';

const MOST = 3;

/**
 * Some chips refuse a length or a missing file with a plain response, and forget their keys. This gains access again, and then
 * treats the refusal like any other.
 */
export class Reopening {
  readonly #reopen: (() => Promise<void>) | undefined;
  #times = 0;

  constructor(reopen?: () => Promise<void>) {
    this.#reopen = reopen;
  }

  async attempt(send: () => Promise<Response>): Promise<Response> {
    try {
      return await send();
    } catch (error) {
      if (!this.#reopen || !isPlainRefusal(error) || ++this.#times > MOST) throw error;
      await this.#reopen();
      return { data: new Uint8Array(), status: error.status_word };
    }
  }
}

const isPlainRefusal = (error: unknown): error is ChipError & { status_word: number } =>
  error instanceof ChipError &&
  error.code === 'SECURE_MESSAGING_FAILED' &&
  error.status_word !== undefined &&
  (isAboutLength(error.status_word) || error.status_word === STATUS.NOT_FOUND);
