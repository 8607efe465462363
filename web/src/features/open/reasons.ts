import type { FailureCode } from '@sigill/sdk/portal';
import type { OpenTexts } from './languages';

type Reason = { why: keyof OpenTexts['why']; remedy: keyof OpenTexts['remedy'] };

const altered: Reason = { why: 'altered', remedy: 'askAuthority' };
const incomplete: Reason = { why: 'incomplete', remedy: 'holdStill' };
const copy: Reason = { why: 'copy', remedy: 'askAuthority' };

/** What each code means to the person, and what they can do. Several codes share a text, because only the account needs the difference. */
const reasons: Record<FailureCode, Reason> = {
  session_expired: { why: 'late', remedy: 'inTime' },
  malformed: incomplete,
  unsupported_algorithm: { why: 'method', remedy: 'otherDocument' },
  sod_digest_mismatch: altered,
  sod_signature_invalid: altered,
  issuer_unknown: { why: 'issuer', remedy: 'otherDocument' },
  certificate_expired: { why: 'outOfDate', remedy: 'askAuthority' },
  certificate_revoked: { why: 'revoked', remedy: 'askAuthority' },
  country_mismatch: { why: 'country', remedy: 'askAuthority' },
  dg_hash_mismatch: altered,
  dg_missing: incomplete,
  mrz_invalid: { why: 'details', remedy: 'askAuthority' },
  document_expired: { why: 'expired', remedy: 'validDocument' },
  document_type_not_allowed: { why: 'type', remedy: 'otherType' },
  country_not_allowed: { why: 'state', remedy: 'otherDocument' },
  expires_too_soon: { why: 'soon', remedy: 'longer' },
  minimum_age_not_met: { why: 'age', remedy: 'fullDate' },
  weak_algorithm: { why: 'weak', remedy: 'otherDocument' },
  chip_auth_missing: copy,
  chip_auth_failed: copy,
  portrait_unreadable: { why: 'portrait', remedy: 'otherDocument' },
  face_missing: { why: 'noFace', remedy: 'allowCamera' },
  face_mismatch: { why: 'otherFace', remedy: 'goodLight' },
  liveness_failed: { why: 'notAlive', remedy: 'goodLight' },
  face_unavailable: { why: 'notCompared', remedy: 'later' },
  specimen_required: { why: 'specimen', remedy: 'realLink' },
  nfc_unavailable: { why: 'noNfc', remedy: 'turnOnNfc' },
  nfc_lost: { why: 'lost', remedy: 'holdStill' },
  access_denied: { why: 'locked', remedy: 'checkDetails' },
  read_error: { why: 'unread', remedy: 'holdStill' },
  unsupported_document: { why: 'noChip', remedy: 'withChip' },
  camera_denied: { why: 'noCamera', remedy: 'allowCamera' },
  timeout: { why: 'slow', remedy: 'holdStill' },
  internal: { why: 'app', remedy: 'updateApp' },
};

/** Undefined for a code that was added after this page was built. */
export const reasonOf = (code: string): Reason | undefined => (reasons as Record<string, Reason>)[code];
