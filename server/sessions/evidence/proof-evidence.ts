/**
 * What is kept from a submission for `session.proof`, besides the identity and the verdict. It is encrypted and deleted with the
 * identity.
 */
import { createHash } from 'node:crypto';
import type { DocumentFiles, Verification } from '@sigill/emrtd';

export interface ProofEvidence {
  /** SHA-256 of EF.SOD. */
  sod_sha256: string;
  /** The chip's response, if it can be verified again: only a signature convinces a third party. Bytes are base64. */
  chip_answer?: { challenge: string; signature: string; dg15: string };
}

export function proofEvidence(
  { clone_protection_offered }: Verification,
  { files, challenge, aa_signature }: { files: DocumentFiles; challenge: Uint8Array; aa_signature?: Uint8Array },
): ProofEvidence {
  const { sod, dg15 } = files;
  // It was verified: a document with a wrong response is not approved. A signature without the key of DG15 proves nothing.
  const isSigned = clone_protection_offered.includes('ACTIVE_AUTHENTICATION') && aa_signature && dg15;
  return {
    sod_sha256: createHash('sha256').update(sod).digest('hex'),
    ...(isSigned && {
      chip_answer: { challenge: base64(challenge), signature: base64(aa_signature), dg15: base64(dg15) },
    }),
  };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
