import type { SessionEnd } from '@sigill/reader';
import type { FailureCode } from '@sigill/sdk/portal';
import { type CheckName, checkNames } from '../../ui/CheckGlyph';
import type { Check } from '../../ui/CheckMarks';

/** The failure codes of each of the five checks, in the order in which the service checks. Some codes belong to no check. */
const checkOrder: { mark?: CheckName; codes: FailureCode[] }[] = [
  { mark: 'signature', codes: ['malformed', 'unsupported_algorithm', 'sod_digest_mismatch', 'sod_signature_invalid'] },
  { mark: 'issuer', codes: ['issuer_unknown', 'certificate_expired', 'certificate_revoked', 'country_mismatch'] },
  { mark: 'data', codes: ['dg_hash_mismatch', 'dg_missing', 'mrz_invalid'] },
  {
    codes: [
      ...(['document_expired', 'document_type_not_allowed', 'country_not_allowed', 'expires_too_soon'] as const),
      ...(['minimum_age_not_met', 'weak_algorithm'] as const),
    ],
  },
  { mark: 'clone', codes: ['chip_auth_missing', 'chip_auth_failed'] },
  { codes: ['portrait_unreadable'] },
  { mark: 'face', codes: ['face_missing', 'face_mismatch', 'liveness_failed'] },
];

/** Every check before the first failure counts as passed. */
export function marksOf(end: SessionEnd | undefined, face_verification = false): Check[] {
  const failed = checkOrder.findIndex(({ codes }) => codes.some((code) => code === end?.failure?.code));
  const reached = end?.state === 'APPROVED' ? checkOrder.length : failed;
  return checkNames.map((name) => {
    const position = checkOrder.findIndex(({ mark }) => mark === name);
    if (position === failed) return { name, status: 'FAILED' };
    if (name === 'face' && reached >= 0 && !face_verification) return { name, status: 'NOT_PRESENT' };
    if (position >= reached) return { name, status: 'PENDING' };
    return { name, status: 'PASSED' };
  });
}
