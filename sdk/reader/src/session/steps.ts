import type { AccessKey } from '../access/password.ts';
import type { FileName } from '../files/elementary-file.ts';
import type { FailureCode, ReaderFailCause, SessionFailure, SessionState } from '../generated/types.gen.ts';
import type { OpenChip } from '../open-chip.ts';

/** What has just happened or is being waited for, in order. Reports sizes and codes, never content of the document. */
export type SessionStep =
  | { step: 'OPENED'; state: SessionState; face_verification: boolean }
  | { step: 'STARTED' }
  /** Waiting for the document. `again` when the contact was lost, or another contact is needed. */
  | { step: 'WAITING'; again: boolean }
  | { step: 'ACCESSED'; access: OpenChip['access'] }
  /** The chip refused the key. The person has `tries_left` attempts to correct it. */
  | { step: 'ACCESS_DENIED'; tries_left: number }
  /** `read` of `total` bytes of a file have been read; `next` lists the files that follow. */
  | { step: 'READING'; file: FileName; read: number; total: number; next: FileName[] }
  /** All files have been read, with their sizes. */
  | { step: 'READ'; file_bytes: Record<string, number> }
  | { step: 'CHALLENGED'; expires: string }
  /** Whether the chip signed the challenge (Active Authentication). */
  | { step: 'ANSWERED'; active_authentication: 'SIGNED' | 'FAILED' | 'NOT_SUPPORTED' }
  /** The service's probe was sent to the chip (Chip Authentication), which may have refused it. */
  | { step: 'PROBED'; protocol: string }
  | { step: 'LOST' }
  | { step: 'SUBMITTING'; bytes: number }
  | ({ step: 'ENDED' } & SessionEnd);

/** How the session ended for the reader. The state is COMPLETED if the verdict follows later. */
export interface SessionEnd {
  state: SessionState;
  /** Why it was not approved: the code of the verdict, or the code that this reader reported. */
  code?: FailureCode;
  /** The exact problem between reader and chip, when known. */
  cause?: ReaderFailCause;
  /** The failure as the service reported it, when the service decided. */
  failure?: SessionFailure;
}

/** Asks the person to correct the key. Resolves to undefined when they give up. */
export type AskAgain = (denied: { tries_left: number }) => Promise<AccessKey | undefined>;
