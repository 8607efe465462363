/**
 * How a session with some rules ends, given what is known of its document. It is pure, so that rules can be previewed before
 * they are used.
 */
import { type DocumentData, refusalOf } from '@sigill/emrtd';
import type { FailureCode, PolicyRules, PreviewOutcome } from '../../generated/operations.gen.ts';

export interface SeenDocument {
  data: Pick<DocumentData, 'document_type' | 'issuing_country' | 'expiry_date' | 'latest_date_of_birth'> & {
    mrz: Pick<DocumentData['mrz'], 'issuing_state'>;
  };
  /** Whether the chip proved that it is the original. */
  is_original: boolean;
  is_weak: boolean;
  /** Why the face did not match, if it was compared. */
  face?: FailureCode;
  at: Date;
}

/** A rejection. */
export interface SeenRejection {
  code: FailureCode;
  /** Whether the chip had to prove itself because the session demanded it. */
  demanded_proof: boolean;
}

export type Seen = SeenDocument | SeenRejection;

/**
 * The failures that rules decide, and the rule that decides each. DATA means that the failure depends on data that a rejected
 * session does not keep.
 */
const DECIDED_BY: Partial<Record<FailureCode, keyof PolicyRules | 'DATA'>> = {
  document_type_not_allowed: 'DATA',
  country_not_allowed: 'DATA',
  expires_too_soon: 'DATA',
  minimum_age_not_met: 'DATA',
  weak_algorithm: 'refuse_weak',
  face_missing: 'face_verification',
  face_mismatch: 'face_verification',
  liveness_failed: 'face_verification',
  face_unavailable: 'face_verification',
};

/** Undefined when too little is known. Stricter rules never approve more. */
export function judge(rules: PolicyRules, seen: Seen): PreviewOutcome | undefined {
  if ('code' in seen) return judgeRejection(rules, seen);
  const reasons = [
    refusalOf(seen.data, rules, seen.at),
    rules.refuse_weak && seen.is_weak && ('weak_algorithm' as const),
    rules.require_clone_protection && !seen.is_original && ('chip_auth_missing' as const),
    rules.face_verification && seen.face,
  ];
  const failure_code = reasons.find((reason) => reason !== undefined && reason !== false);
  return failure_code ? { state: 'REJECTED', failure_code } : { state: 'APPROVED' };
}

function judgeRejection(rules: PolicyRules, { code, demanded_proof }: SeenRejection): PreviewOutcome | undefined {
  const rule = code === 'chip_auth_missing' && demanded_proof ? 'require_clone_protection' : DECIDED_BY[code];
  if (rule === 'DATA' || (rule && !rules[rule])) return undefined;
  return { state: 'REJECTED', failure_code: code };
}
