/** Why nobody waits for a document any more: the person closed the sheet, it closed by itself after a minute, or another app has the antenna. */
export type ContactEnd = 'CANCELLED' | 'TIMEOUT' | 'BUSY';

const NAMES = { CANCELLED: 'AbortError', TIMEOUT: 'TimeoutError', BUSY: 'TimeoutError' } as const satisfies Record<
  ContactEnd,
  string
>;

/**
 * No document was held to the phone. `createReader` asks the person whether to go on. A session that is driven without it ends: by the name
 * of the error `runSession` knows a cancellation and a timeout.
 */
export class ContactEnded extends Error {
  readonly reason: ContactEnd;

  constructor(reason: ContactEnd, { cause }: { cause?: unknown } = {}) {
    super('No document was held to the phone', { cause });
    this.name = NAMES[reason];
    this.reason = reason;
  }
}
