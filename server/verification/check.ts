import { Malformed } from './asn1/ber.ts';
import { UnsupportedAlgorithm } from './pki/algorithms.ts';
import { messageOf, type ReasonCode } from './reason-codes.ts';

/** The outcome of one check. `message` is the public text, with the detail that an integrator needs. */
export interface Check {
  result: 'PASSED' | 'FAILED' | 'NOT_PRESENT';
  code?: ReasonCode;
  message?: string;
}

export const passed: Check = { result: 'PASSED' };

export const notPresent = (message: string): Check => ({ result: 'NOT_PRESENT', message });

export const failed = (code: ReasonCode, detail?: string): Check => ({
  result: 'FAILED',
  code,
  message: detail ? `${messageOf(code)} (${detail})` : messageOf(code),
});

/** Damaged bytes and unknown algorithms are answers about the document; anything else is a fault of this program. */
export function failedBy(error: unknown): Check {
  if (error instanceof Malformed) return failed('MALFORMED', error.message);
  if (error instanceof UnsupportedAlgorithm) return failed('UNSUPPORTED_ALGORITHM', error.message);
  throw error;
}
