/**
 * Why waiting for a document ended: the person or the app cancelled it, it took too long (a minute on iOS, 20 contacts that broke
 * off immediately on Android), or NFC is in use elsewhere.
 */
export type ContactEnd = 'CANCELLED' | 'TIMEOUT' | 'BUSY';

const NAMES = { CANCELLED: 'AbortError', TIMEOUT: 'TimeoutError', BUSY: 'TimeoutError' } as const satisfies Record<
  ContactEnd,
  string
>;

/**
 * No document was held to the phone. `createReader` asks the person whether to continue. With `runSession` alone, the session ends:
 * `runSession` recognises a cancellation and a timeout by the name of the error.
 */
export class ContactEnded extends Error {
  readonly reason: ContactEnd;

  constructor(reason: ContactEnd, { cause }: { cause?: unknown } = {}) {
    super('No document was held to the phone', { cause });
    this.name = NAMES[reason];
    this.reason = reason;
  }
}
