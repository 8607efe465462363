import { Malformed } from './asn1/ber.ts';
import { UnsupportedAlgorithm } from './pki/keys/algorithms.ts';
import type { ReasonCode } from './reason-codes.ts';

/**
 * The result of one check of the inspection procedure (Doc 9303-11, 4 to 6). `detail` is what an integrator needs in addition to
 * the code.
 */
export interface Check {
  result: 'PASSED' | 'FAILED' | 'NOT_PRESENT';
  code?: ReasonCode;
  detail?: string;
}

export const passed: Check = { result: 'PASSED' };

export const notPresent = (detail: string): Check => ({ result: 'NOT_PRESENT', detail });

export const failed = (code: ReasonCode, detail?: string): Check => ({
  result: 'FAILED',
  code,
  ...(detail && { detail }),
});

/** The failure for damaged bytes or an unknown algorithm, which say something about the document. Rethrows other errors, which are bugs. */
export function failedBy(error: unknown): Check {
  if (error instanceof Malformed) return failed('malformed', error.message);
  if (error instanceof UnsupportedAlgorithm) return failed('unsupported_algorithm', error.message);
  throw error;
}

/** For a file whose hash the issuer signed. Reading it again gives the same bytes, so it does not count as damaged. */
export function failedAsIssued(code: ReasonCode, error: unknown): Check {
  const check = failedBy(error);
  return check.code === 'malformed' ? { ...check, code } : check;
}
