/** A session as the contract shows it: what it is, and what the example of its state says of the document. */
import type {
  ChipVerification,
  FailureCode,
  ReaderSession,
  SessionFailure,
  VerificationSession,
} from '../../server/generated/operations.gen.ts';
import type { Examples } from './examples.ts';
import type { Session } from './sessions.ts';

const COMMON = [
  'id',
  'created',
  'expires',
  'initiated',
  'ended',
  'redacted',
  'reference',
  'callback_url',
  'locale',
  'face_verification',
  'passport_only',
  'require_clone_protection',
  'refuse_weak',
  'specimen',
  'user_ip',
  'user_agent',
] as const satisfies (keyof Session)[];

export async function viewSession(examples: Examples, session: Session): Promise<VerificationSession> {
  const shown = Object.fromEntries(
    COMMON.filter((name) => session[name] !== undefined).map((name) => [name, session[name]]),
  );
  return { ...(await documentOf(examples, session)), ...shown, state: session.state } as VerificationSession;
}

/** What the holder of the token sees of the end. */
export async function viewEnd(
  examples: Examples,
  session: Session,
): Promise<Pick<ReaderSession, 'failure' | 'checks'>> {
  const shown = await documentOf(examples, session);
  const { failure, chip } = shown as Partial<{ failure: SessionFailure; chip: ChipVerification }>;
  if (!chip) return failure ? { failure } : {};
  const { issuer, signature, data, clone, face } = chip.checks;
  const results = { issuer, signature, data, clone, face };
  const checks = Object.fromEntries(Object.entries(results).map(([name, { result }]) => [name, result]));
  return { ...(failure && { failure }), checks: checks as NonNullable<ReaderSession['checks']> };
}

/** What a session of this state says besides. */
async function documentOf(examples: Examples, { state, failure, specimen, redacted }: Session): Promise<object> {
  if (state === 'CREATED' || state === 'INITIATED' || state === 'ABORTED') return {};
  if (state === 'FAILED') return { failure };
  const document = specimen ? await examples.success('demo.get') : await examples.success('session.get', 'approved');
  if (document.state !== 'APPROVED') throw new Error('The example of an approved session is not approved.');
  const { chip, reference: _reference, callback_url: _url, redacted: _redacted, ...approved } = document;
  if (state === 'COMPLETED') return { chip };
  if (state === 'REJECTED') return { failure, chip: failure ? withFailure(chip, failure.code as FailureCode) : chip };
  return redacted === undefined ? { ...approved, chip } : { chip };
}

type Check = keyof ChipVerification['checks'];

/** The check that finds what a verdict says; the others find their part in order. */
const FOUND_BY: Partial<Record<FailureCode, Check>> = {
  issuer_unknown: 'issuer',
  certificate_expired: 'issuer',
  certificate_revoked: 'issuer',
  country_mismatch: 'issuer',
  sod_digest_mismatch: 'signature',
  sod_signature_invalid: 'signature',
  unsupported_algorithm: 'signature',
  malformed: 'data',
  dg_hash_mismatch: 'data',
  dg_missing: 'data',
  mrz_invalid: 'document',
  document_expired: 'document',
  document_type_not_allowed: 'document',
  weak_algorithm: 'document',
  chip_auth_missing: 'clone',
  chip_auth_failed: 'clone',
  portrait_unreadable: 'portrait',
  face_missing: 'face',
  face_mismatch: 'face',
  liveness_failed: 'face',
};

const WEAK: Pick<ChipVerification, 'weak_algorithms' | 'weaknesses'> = {
  weak_algorithms: ['SHA-1'],
  weaknesses: [{ where: 'DATA_GROUPS', algorithm: 'SHA-1' }],
};

const withFailure = (chip: ChipVerification, code: FailureCode): ChipVerification => {
  const check = FOUND_BY[code];
  const checks = check ? { ...chip.checks, [check]: { result: 'FAILED' as const, code } } : chip.checks;
  return { ...chip, checks, ...(code === 'weak_algorithm' && WEAK) };
};
