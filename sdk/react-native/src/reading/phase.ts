import type { ReaderCalls, SessionEnd } from '@sigill/reader';
import type { ContactEnd } from '../nfc/contact-ended.ts';
import type { NfcAvailability } from '../nfc/nfc-transport.ts';

/** The session as the person may see it: the company that requests it, and the purpose. */
export type OpenedSession = ReaderCalls['reader.open']['answer'];

/** The results of the five checks, as far as the service has made them. */
export type Checks = NonNullable<OpenedSession['checks']>;

/** The phase of the reading, which decides what the person can do. */
export type Phase =
  | { phase: 'LOADING' }
  /** The service refused, or was unreachable: `code` is that of the service, or `service_unreachable`. */
  | { phase: 'REFUSED'; code: string }
  /** Shows who requests what; nothing has started. The person can continue only if NFC is on. */
  | { phase: 'WELCOME'; session: OpenedSession; nfc: NfcAvailability }
  /** Asks for the key to the chip. `tries_left` is set after the chip refused the previous key. */
  | { phase: 'KEY'; session: OpenedSession; tries_left?: number }
  /** Asks for a picture of the person, which the screen passes to `giveFace`. */
  | { phase: 'SELFIE' }
  | { phase: 'STARTING' }
  /** Waiting for the document. `again` after a pause, when a contact was lost, or when another contact is needed. */
  | { phase: 'HOLD'; again: boolean }
  /** The chip is open, and `read` of the `total` bytes of `file` have been read; `next` lists the files that follow. */
  | { phase: 'READING'; file?: string; read: number; total: number; next: string[] }
  /** The chip proves that it is not a copy. */
  | { phase: 'PROVING' }
  /** Waiting for the document has ended, and the person decides whether to continue. */
  | { phase: 'PAUSED'; reason: ContactEnd }
  /** The document may be removed; the service checks what was read. */
  | { phase: 'CHECKING'; bytes: number }
  | ({ phase: 'ENDED'; checks?: Checks } & SessionEnd);
