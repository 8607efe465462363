/** Everything that is sealed under the server's key. Whoever seals something new adds it here, or it is lost with the key. */
import { sealedTotps } from './auth/second-factor/totp.service.ts';
import { sealedSecrets } from './callbacks/callback-secret.service.ts';
import { sealedAnswers } from './http/call/idempotency.ts';
import { sealedMails } from './mail/mail.service.ts';
import { sealedProofKeys } from './proofs/proof-key.service.ts';
import type { SealedColumn } from './secrets/reseal.service.ts';
import { wrappedKeys } from './sessions/evidence/session-vault.ts';

export const sealedColumns: SealedColumn[] = [
  wrappedKeys,
  ...sealedSecrets,
  ...sealedTotps,
  sealedProofKeys,
  sealedMails,
  sealedAnswers,
];
