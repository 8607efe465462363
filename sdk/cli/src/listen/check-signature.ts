import { CallbackVerificationError, callbacks } from '@sigill/sdk';
import type { Received } from './forward.ts';

export type Verdict = { valid: true } | { valid: false; code: string; reason: string };

/** Whether a receiver with this secret would accept the callback, and if not, why. */
export async function checkSignature({ headers, body }: Received, secret: string): Promise<Verdict> {
  try {
    await callbacks.unwrap(body, headers, secret);
    return { valid: true };
  } catch (error) {
    if (!(error instanceof CallbackVerificationError)) throw error;
    return { valid: false, code: error.code, reason: error.message };
  }
}
