import type { AccessKey } from '../access/access-key.ts';
import type { FileName } from '../files/file-name.ts';
import type { FailureCode, ReaderFailCause, SessionFailure, SessionState } from '../generated/types.gen.ts';
import type { OpenChip } from '../open-chip.ts';

/** What has just been done or is being waited for, in order. Says sizes and codes, never what is in the document. */
export type SessionStep =
  | { step: 'OPENED'; state: SessionState; face_verification: boolean }
  | { step: 'STARTED' }
  /** Waits for the document. `again` when the contact was lost, or has to be made once more. */
  | { step: 'WAITING'; again: boolean }
  | { step: 'ACCESSED'; access: OpenChip['access'] }
  /** The chip refused the key. The person may correct it that many times. */
  | { step: 'ACCESS_DENIED'; tries_left: number }
  /** `read` of `total` bytes of a file are there, and the names of those that follow are known. */
  | { step: 'READING'; file: FileName; read: number; total: number; next: FileName[] }
  /** All files are there, with their sizes. */
  | { step: 'READ'; file_bytes: Record<string, number> }
  | { step: 'CHALLENGED'; expires: string }
  /** Whether the chip answered the challenge (Active Authentication). */
  | { step: 'ANSWERED'; active_authentication: 'SIGNED' | 'FAILED' | 'NOT_SUPPORTED' }
  /** The chip answered the service's probe (Chip Authentication). */
  | { step: 'PROBED'; protocol: string }
  | { step: 'LOST' }
  | { step: 'SUBMITTING'; bytes: number }
  | ({ step: 'ENDED' } & SessionEnd);

/** How the session stands in the end. */
export interface SessionEnd {
  state: SessionState;
  /** Why it was not approved: the code of the verdict, or the one that this reader reported. */
  code?: FailureCode;
  /** What exactly went wrong between reader and chip, where that is known. */
  cause?: ReaderFailCause;
  /** The same in the words of the service, where it decided. */
  failure?: SessionFailure;
}

/** Asks the person to correct the key. Nothing, when they give up. */
export type AskAgain = (denied: { tries_left: number }) => Promise<AccessKey | undefined>;
