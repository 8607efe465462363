/** `session.proof`: an approved result as a signed statement that third parties can verify claim by claim, without the service. */
import type { DocumentData } from '@sigill/emrtd';
import type { OutsideContext } from '../../core/context.ts';
import { Conflict } from '../../core/errors.ts';
import type { ChipVerification } from '../../generated/operations.gen.ts';
import { currentProofKey } from '../../proofs/proof-key.service.ts';
import { issueSdJwt } from '../../proofs/sd-jwt.ts';
import type { Session } from '../session/session.service.ts';
import { disclosableClaims, imageNames, openClaims, type ProofEvidence, type ProofSubject } from './proof-claims.ts';
import { openPieces } from './session-vault.ts';

/** `typ` of SD-JWT VC. */
const TYPE = 'dc+sd-jwt';

/** More than a proof has claims, so that every proof has the same number of digests. */
const DIGESTS = 48;

/** @throws Conflict when the session was not approved, its data has been deleted, or only the account can read it. */
export async function proveSession(
  ctx: OutsideContext,
  session: Session,
): Promise<{ proof: string; specimen: boolean }> {
  const subject = await subjectOf(ctx, session);
  return { proof: await issueProof(ctx, subject), specimen: subject.chip.specimen };
}

export async function issueProof(ctx: OutsideContext, subject: ProofSubject): Promise<string> {
  const now = ctx.deps.clock.now();
  return issueSdJwt({
    type: TYPE,
    key: await currentProofKey(ctx),
    claims: openClaims(subject, { issuer: ctx.deps.config.public_url, now }),
    disclosable: disclosableClaims(subject, now),
    digests: DIGESTS,
  });
}

async function subjectOf(ctx: OutsideContext, session: Session): Promise<ProofSubject> {
  const { id, state, ended, chip, redacted } = session;
  if (state !== 'APPROVED' || ended === null || chip === null)
    throw noProof(`The session is ${state}. Only APPROVED sessions have a proof`);
  if (redacted !== null) throw isGone();
  if (session.delivery_kid !== null) throw isSealed();
  const { identity, proof, ...images } = await openPieces(ctx, session, ['identity', 'proof', ...imageNames]);
  // The data may have been deleted since the session was read, or the session approved before proofs existed.
  if (!identity || !proof) throw isGone();
  return {
    session_id: id,
    ended,
    chip: JSON.parse(chip) as ChipVerification,
    identity: JSON.parse(identity.toString('utf8')) as DocumentData,
    evidence: JSON.parse(proof.toString('utf8')) as ProofEvidence,
    images,
  };
}

const isGone = () => noProof('The data of the session has been deleted, so no proof can be issued');

const isSealed = () =>
  new Conflict(
    'The identity data of this session is sealed to your key. Decrypt sealed_data, which contains the proof',
    'proof_sealed',
  );

const noProof = (text: string) => new Conflict(text, 'proof_unavailable');
