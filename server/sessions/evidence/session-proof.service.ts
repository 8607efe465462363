/** `session.proof`: an approved result as a signed statement that third parties can verify claim by claim, without the service. */
import type { DocumentData } from '@sigill/emrtd';
import { timestamp } from '../../core/clock.ts';
import type { OutsideContext } from '../../core/context.ts';
import { Conflict } from '../../core/errors.ts';
import type { ChipVerification, SessionClaim } from '../../generated/operations.gen.ts';
import { currentProofKey } from '../../proofs/proof-key.service.ts';
import { issueSdJwt } from '../../proofs/sd-jwt.ts';
import { policyOf } from '../policy/session-rules.ts';
import type { Session } from '../session/session.service.ts';
import { claimedFacts, claimsOf, type KeptClaims, openClaimed } from './claimed-facts.ts';
import { disclosableClaims, imageNames, openClaims, type ProofEvidence, type ProofSubject } from './proof-claims.ts';
import { openPieces } from './session-vault.ts';

/** `typ` of SD-JWT VC. */
const TYPE = 'dc+sd-jwt';

/** No proof has this many claims, so with decoys every proof has the same number of digests. */
const DIGESTS = 48;

/** @throws Conflict when the session was not approved, its data has been deleted, or only the account can read it. */
export async function proveSession(
  ctx: OutsideContext,
  session: Session,
): Promise<{ proof: string; specimen: boolean }> {
  const { state, ended, chip, redacted } = session;
  if (state !== 'APPROVED' || ended === null || chip === null)
    throw noProof(`The session is ${state}. Only APPROVED sessions have a proof`);
  if (redacted !== null) throw isGone();
  if (session.delivery_kid !== null) throw isSealed();
  const verified = { ended, chip: JSON.parse(chip) as ChipVerification };
  const proof =
    session.claims === null
      ? await issueProof(ctx, await subjectOf(ctx, session, verified))
      : (await openClaimed(ctx, session))?.proof;
  if (!proof) throw isGone();
  return { proof, specimen: verified.chip.specimen };
}

/** With `claims`, the holder can disclose only these and the session. */
export async function issueProof(
  ctx: OutsideContext,
  subject: ProofSubject,
  claims?: readonly SessionClaim[],
): Promise<string> {
  const now = ctx.deps.clock.now();
  const all = disclosableClaims(subject, now);
  const kept = ['session', ...(claims ?? [])];
  return issueSdJwt({
    type: TYPE,
    key: await currentProofKey(ctx),
    claims: openClaims(subject, { issuer: ctx.deps.config.public_url, now }),
    disclosable: claims ? Object.fromEntries(Object.entries(all).filter(([name]) => kept.includes(name))) : all,
    digests: DIGESTS,
  });
}

interface Read {
  chip: ChipVerification;
  data: DocumentData;
  proof: ProofEvidence;
}

/** All that a session with claims keeps: the answers, and a proof, which has to be issued now, because the data is not stored. */
export async function claimedPieces(
  ctx: OutsideContext,
  session: Session,
  { chip, data, proof: evidence }: Read,
): Promise<{ claimed: Uint8Array }> {
  const now = ctx.deps.clock.now();
  const claims = claimsOf(session) ?? [];
  const proven = await provenSession(ctx, session);
  const subject = { session: proven, ended: timestamp(now), chip, identity: data, evidence, images: {} };
  const kept: KeptClaims = { facts: claimedFacts(claims, data, now), proof: await issueProof(ctx, subject, claims) };
  return { claimed: Buffer.from(JSON.stringify(kept)) };
}

async function subjectOf(
  ctx: OutsideContext,
  session: Session,
  verified: Pick<ProofSubject, 'ended' | 'chip'>,
): Promise<ProofSubject> {
  const { identity, proof, ...images } = await openPieces(ctx, session, ['identity', 'proof', ...imageNames]);
  // The data may have been deleted since the session was read, or the session approved before proofs existed.
  if (!identity || !proof) throw isGone();
  return {
    session: await provenSession(ctx, session),
    ...verified,
    identity: JSON.parse(identity.toString('utf8')) as DocumentData,
    evidence: JSON.parse(proof.toString('utf8')) as ProofEvidence,
    images,
  };
}

export async function provenSession(ctx: OutsideContext, session: Session): Promise<ProofSubject['session']> {
  const policy = await policyOf(ctx, session);
  return { id: session.id, ...(policy && { policy: { name: policy.name, version: policy.version } }) };
}

const isGone = () => noProof('The data of the session has been deleted, so no proof can be issued');

const isSealed = () =>
  new Conflict(
    'The identity data of this session is sealed to your key. Decrypt sealed_data, which contains the proof',
    'proof_sealed',
  );

const noProof = (text: string) => new Conflict(text, 'proof_unavailable');
