/**
 * Every column that is encrypted with the server's key, except in `server_state`. A new one must be added here, or its data is lost
 * when the key is rotated.
 */
import { sealedTotps } from './auth/second-factor/totp.service.ts';
import { sealedSecrets } from './callbacks/callback-secret.service.ts';
import { sealedAnswers } from './http/call/idempotency.ts';
import { sealedMails } from './mail/mail.service.ts';
import { sealedProofKeys } from './proofs/proof-key.service.ts';
import type { SealedColumn } from './secrets/reseal.service.ts';
import { wrappedKeys } from './sessions/evidence/session-vault.ts';
import { sealedNotes } from './sessions/team/session-note.service.ts';

export const sealedColumns: SealedColumn[] = [
  wrappedKeys,
  ...sealedSecrets,
  ...sealedTotps,
  sealedProofKeys,
  sealedMails,
  sealedNotes,
  sealedAnswers,
];
