import type { ReaderCalls, SessionEnd } from '@sigill/reader';
import type { ContactEnd } from '../nfc/contact-ended.ts';
import type { NfcAvailability } from '../nfc/nfc-transport.ts';

/** The session as the person may see it: who asks, and what for. */
export type OpenedSession = ReaderCalls['reader.open']['answer'];

/** How the five checks went, as far as the service has made them. */
export type Checks = NonNullable<OpenedSession['checks']>;

/** Where the reading stands, and what the person can do now. */
export type Phase =
  /** The service is asked what the session is about. */
  | { phase: 'LOADING' }
  /** The service refused, or could not be reached: `code` is that of the service, or `service_unreachable`. */
  | { phase: 'REFUSED'; code: string }
  /** Who asks for what; nothing has begun. Without NFC it ends here. */
  | { phase: 'WELCOME'; session: OpenedSession; nfc: NfcAvailability }
  /** The key to the chip is wanted. With `tries_left`, because the chip refused the one before. */
  | { phase: 'KEY'; session: OpenedSession; tries_left?: number }
  /** The session is being started. */
  | { phase: 'STARTING' }
  /** The document is waited for. `again` when the contact was lost. */
  | { phase: 'HOLD'; again: boolean }
  /** The chip has opened, and `read` of the `total` bytes of `file` are there; `next` names the files that follow. */
  | { phase: 'READING'; file?: string; read: number; total: number; next: string[] }
  /** The chip proves that it is no copy. */
  | { phase: 'PROVING' }
  /** Nobody waits for the document any more, and the person says whether to go on. */
  | { phase: 'PAUSED'; reason: ContactEnd }
  /** The document may be taken away; the service looks at what was read. */
  | { phase: 'CHECKING'; bytes: number }
  | ({ phase: 'ENDED'; checks?: Checks } & SessionEnd);
