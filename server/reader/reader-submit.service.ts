/**
 * From the bytes of a chip to a verdict. First the document is verified, in a thread. Then the session is committed as
 * COMPLETED, with everything that the verdict still needs, encrypted. Outside any transaction, the portrait is converted and,
 * if the session asks for it, compared with the holder's face. The verdict ends the session. If the process dies in between,
 * the session stays COMPLETED, and `finishSubmission` completes the verdict later.
 */
import type { ChipProofs, DocumentFiles, ReasonCode, Verification } from '@sigill/emrtd';
import { addSeconds, timestamp } from '../core/clock.ts';
import type { OutsideContext, TransactionContext } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { ServiceUnavailable } from '../core/errors.ts';
import { known } from '../core/known.ts';
import { ThreadFailed } from '../core/thread-pool.ts';
import { inTransaction } from '../database/transaction.ts';
import { compareFaces, type FaceMatcher, FaceMatcherUnavailable } from '../face/face-matcher.ts';
import type {
  ChipVerification,
  FailureCode,
  FileRead,
  SessionFailure,
  SessionState,
} from '../generated/operations.gen.ts';
import type { KeptImage } from '../portrait/encode-portrait.ts';
import { type PortraitPlace, PortraitsBusy } from '../portrait/portrait-converter.ts';
import { PortraitUnreadable } from '../portrait/portrait-image.ts';
import { keptChip, keptCountry } from '../sessions/evidence/claimed-facts.ts';
import { endChipAuthentication, useChallenge } from '../sessions/evidence/reader-challenge.service.ts';
import { type ApprovedPieces, type IdentityPieces, sealApproved } from '../sessions/evidence/sealed-delivery.ts';
import { claimedPieces } from '../sessions/evidence/session-proof.service.ts';
import {
  dropPiece,
  openPieces,
  replacePieces,
  type SealedPieces,
  sealPieces,
} from '../sessions/evidence/session-vault.ts';
import { VERDICT_LEASE_SECONDS } from '../sessions/evidence/verdict-claim.service.ts';
import { acceptanceOf, policyOf } from '../sessions/policy/session-rules.ts';
import { documentHash, noteSeen } from '../sessions/seen/seen-document.service.ts';
import { changeState, notOpen, reread, type Session } from '../sessions/session/session.service.ts';
import { failureOfSession } from '../sessions/session/session-failure.ts';
import { noteRead } from '../sessions/session/session-timeline.service.ts';
import { findPublishedSigners } from '../trust/imported.service.ts';
import type { TrustKind } from '../trust/trust.ts';
import { chipResult, withCheck } from './chip-result.ts';
import { type Evidence, evidenceOf, packEvidence, unpackEvidence } from './evidence.ts';
import { challengeInvalid } from './reader-errors.ts';

export interface Submission extends ChipProofs {
  files: DocumentFiles;
  reading?: readonly { file: FileRead['file']; duration_ms: number }[];
  challenge: Uint8Array;
  face?: Uint8Array;
  /** Further pictures, taken moments apart. */
  face_frames?: Uint8Array[];
}

interface Outcome {
  state: SessionState;
  failure?: SessionFailure;
}

/** `transaction` writes the outcome. A call stores its response in it; a worker has no response. */
interface OutcomeContext extends OutsideContext {
  transaction(work: (ctx: TransactionContext) => Promise<Outcome>): Promise<Outcome>;
}

export async function submitDocument(ctx: OutcomeContext, session: Session, submission: Submission): Promise<Outcome> {
  const { deps } = ctx;
  const { challenge, face, face_frames = [] } = submission;
  // Nothing has changed yet, so if there is no place the reader may submit again.
  using place = reservePlace(deps, session);
  const verification = await verify(ctx, session, submission);
  const chip = keptChip(session, chipResult(verification));
  const document_country = keptCountry(session, countryOf(verification));
  const read = filesRead(submission);
  const evidence = evidenceOf(verification, submission);
  const reject = (failure_code: FailureCode, shown: ChipVerification) =>
    ctx.transaction(async (ctx) => {
      await complete(ctx, session, challenge, { chip: shown, document_country, read });
      return endWith(ctx, session, { to: 'REJECTED', failure_code });
    });
  if (!evidence) return reject(reasonFor(session, verification), chip);
  if (session.face_verification === 1) {
    if (!face) return reject('face_missing', withCheck(chip, 'face', failedCheck('face_missing')));
    evidence.face = face;
    evidence.frames = face_frames;
  }
  // A separate transaction, so that the submission is stored even if the verdict fails.
  await inTransaction<OutsideContext, void>(ctx, async (ctx) => {
    await complete(ctx, session, challenge, { chip, document_country, read });
    await sealPieces(ctx, session, { evidence: packEvidence(evidence) });
  });
  try {
    return await decide(ctx, session, chip, evidence, place);
  } catch (error) {
    if (!(error instanceof FaceMatcherUnavailable)) throw error;
    // The submission is stored. Its verdict will follow without the reader.
    deps.log.error({ session_id: session.id, err: error }, 'a face comparison failed and will be retried');
    return { state: 'COMPLETED' };
  }
}

async function verify(ctx: OutsideContext, session: Session, submission: Submission): Promise<Verification> {
  const { trust, verifier, clock, telemetry } = ctx.deps;
  const { files, challenge, aa_signature, aa_refusal, chip_authentication } = submission;
  const kind = trustKindOf(session);
  const policy = await policyOf(ctx, session);
  const task = {
    kind,
    evidence: { files, challenge, ...known({ aa_signature, aa_refusal, chip_authentication }) },
    policy: {
      at: clock.now(),
      passport_only: session.passport_only === 1,
      require_clone_protection: session.require_clone_protection === 1,
      refuse_weak: session.refuse_weak === 1,
      ...(policy && acceptanceOf(policy.rules)),
    },
    signers: await findPublishedSigners(ctx, files.sod),
  };
  const step = telemetry?.beginVerification(ctx.traceparent);
  try {
    const verification = await verifier.verify(task, await trust.sources(kind));
    step?.end(verification);
    return verification;
  } catch (error) {
    if (error instanceof ThreadFailed) throw tryAgain('The document could not be verified. Submit it again');
    throw error;
  }
}

function trustKindOf({ specimen_only, demo }: Session): TrustKind {
  if (specimen_only === 1) return 'specimens';
  return demo === 1 ? 'demo' : 'live';
}

/** A specimen session trusts no real issuer, so a real document gets a reason that says to use a specimen. */
const reasonFor = ({ specimen_only }: Session, { reason = 'malformed', specimen }: Verification): FailureCode =>
  specimen_only === 1 && reason === 'issuer_unknown' && !specimen ? 'specimen_required' : reason;

export async function finishSubmission(ctx: OutsideContext, session: Session): Promise<void> {
  const { evidence } = await openPieces(ctx, session, ['evidence']);
  if (!evidence) throw new Error(`Session ${session.id} is COMPLETED without evidence`);
  const chip = JSON.parse(session.chip ?? '{}') as ChipVerification;
  using place = ctx.deps.portraits.reserve(session.id, laneOf(session), { always: true });
  const worker: OutcomeContext = { ...ctx, transaction: (work) => inTransaction(ctx, work) };
  await decide(worker, session, chip, unpackEvidence(evidence), place);
}

/** Ends a session whose verdict keeps failing, so that its evidence is not kept forever. */
export async function abandonSubmission(ctx: OutsideContext, session: Session): Promise<void> {
  const failure_code = session.face_verification === 1 ? 'face_unavailable' : 'portrait_unreadable';
  await inTransaction(ctx, (ctx) => endWith(ctx, session, { to: 'REJECTED', failure_code }));
}

/** Only the images are left to check. They come last, so that no image is decoded unless a trusted State has signed the document. */
async function decide(
  ctx: OutcomeContext,
  session: Session,
  chip: ChipVerification,
  evidence: Evidence,
  place: PortraitPlace,
): Promise<Outcome> {
  const { faces } = ctx.deps;
  const verdict = await lookAtImages(isFree(session) ? faces.demo : faces.live, chip, evidence, place);
  const ending = await endingOf(ctx, session, { chip, ...evidence }, verdict);
  return ctx.transaction((ctx) => endWith(ctx, session, ending));
}

/**
 * What is stored of a verdict: the identity data, or only the answers to the session's claims, sealed to the account's key if
 * it has one.
 */
async function endingOf(
  ctx: OutcomeContext,
  session: Session,
  read: Pick<Evidence, 'data' | 'proof'> & { chip: ChipVerification },
  { pieces, ...verdict }: Verdict,
): Promise<Ending> {
  if (!pieces) return verdict;
  const { merchant_id, delivery_kid } = session;
  const chip = verdict.chip === undefined ? read.chip : (JSON.parse(verdict.chip) as ChipVerification);
  const kept: ApprovedPieces = session.claims === null ? pieces : await claimedPieces(ctx, session, { ...read, chip });
  const document_hash = documentHash(ctx, session, read.data, chip);
  if (merchant_id === null || delivery_kid === null) return { ...verdict, pieces: kept, document_hash };
  return {
    ...verdict,
    ...(await sealApproved(ctx, { ...session, merchant_id, delivery_kid }, { chip, pieces: kept })),
  };
}

async function lookAtImages(
  faces: FaceMatcher | undefined,
  chip: ChipVerification,
  evidence: Evidence,
  place: PortraitPlace,
): Promise<Verdict> {
  const refused = (name: 'portrait' | 'face', failure_code: ReasonCode, shown = chip): Verdict => ({
    to: 'REJECTED',
    failure_code,
    chip: JSON.stringify(withCheck(shown, name, failedCheck(failure_code))),
  });
  if (evidence.face === undefined) {
    const portrait = await readable(place.portrait(evidence.portrait, 'KEEP'));
    if (!portrait) return refused('portrait', 'portrait_unreadable');
    return { to: 'APPROVED', pieces: await piecesOfChip(evidence, portrait, place) };
  }

  const portrait = await readable(place.portrait(evidence.portrait, 'BOTH'));
  if (!portrait) return refused('portrait', 'portrait_unreadable');
  const [face, ...frames] = await Promise.all([
    readable(place.face({ bytes: evidence.face }, 'BOTH')),
    ...(evidence.frames ?? []).map((bytes) => readable(place.face({ bytes }, 'COMPARE'))),
  ]);
  if (!face || !frames.every((frame) => frame !== undefined)) return refused('face', 'face_missing');
  if (!faces) throw new FaceMatcherUnavailable('No face matcher is configured');
  const live = [face, ...frames].map(({ exact }) => exact);
  const compared = await compareFaces(faces, portrait.exact, live);
  const shown = { ...chip, face_match: compared.face_match };
  if (compared.refusal) return refused('face', compared.refusal, shown);
  return {
    to: 'APPROVED',
    chip: JSON.stringify(
      withCheck(shown, 'face', { result: 'PASSED', detail: `Compared by ${faces.provider ?? faces.name}` }),
    ),
    pieces: { ...(await piecesOfChip(evidence, portrait, place)), face: face.png, face_jpeg: face.jpeg },
  };
}

async function piecesOfChip(evidence: Evidence, portrait: KeptImage, place: PortraitPlace): Promise<IdentityPieces> {
  const { data, proof, signature_image } = evidence;
  // The verdict does not depend on the signature image. If it is unreadable, it is left out.
  const signature = signature_image && (await readable(place.portrait(signature_image, 'KEEP')));
  return {
    identity: Buffer.from(JSON.stringify(data)),
    proof: Buffer.from(JSON.stringify(proof)),
    portrait: portrait.png,
    portrait_jpeg: portrait.jpeg,
    ...(signature && { signature_image: signature.png }),
  };
}

/** The data of an invalid document is not trusted, but the document's certificates may show which State it claims to be from. */
const countryOf = ({ data, specimen, trust_anchor }: Verification): string | null =>
  data?.issuing_country ?? (specimen ? null : (trust_anchor?.country ?? null));

const failedCheck = (code: ReasonCode) => ({ result: 'FAILED' as const, code });

async function readable<T>(image: Promise<T>): Promise<T | undefined> {
  try {
    return await image;
  } catch (error) {
    if (error instanceof PortraitUnreadable) return undefined;
    throw error;
  }
}

function reservePlace(deps: Deps, session: Session): PortraitPlace {
  try {
    return deps.portraits.reserve(session.id, laneOf(session));
  } catch (error) {
    if (!(error instanceof PortraitsBusy)) throw error;
    throw tryAgain('Too many documents are being verified. Try again shortly');
  }
}

const tryAgain = (text: string) => new ServiceUnavailable(text, 'service_unavailable', { retryAfter: 5 });

/** Free sessions must not take the places of paid ones. */
const laneOf = (session: Session) => (isFree(session) ? 'demo' : 'live');

const isFree = ({ demo, specimen_only }: Session) => demo === 1 || specimen_only === 1;

async function complete(
  ctx: TransactionContext,
  session: Session,
  challenge: Uint8Array,
  { chip, document_country, read }: { chip: ChipVerification; document_country: string | null; read: FileRead[] },
): Promise<void> {
  if (!(await useChallenge(ctx, { session_id: session.id, challenge }))) throw challengeInvalid();
  await endChipAuthentication(ctx, session);
  const verification_due = timestamp(addSeconds(ctx.deps.clock.now(), VERDICT_LEASE_SECONDS));
  const completed = await changeState(ctx, {
    id: session.id,
    to: 'COMPLETED',
    chip: JSON.stringify(chip),
    document_country,
    verification_due,
  });
  if (!completed) throw notOpen((await reread(ctx, session)).state);
  // A session with claims must not keep the sizes of the files, which could identify the document.
  if (session.claims === null) await noteRead(ctx, session, read);
}

function filesRead({ files, reading = [] }: Submission): FileRead[] {
  const times = new Map(reading.map(({ file, duration_ms }) => [file, duration_ms]));
  const names = new Set([...times.keys(), ...(Object.keys(files) as FileRead['file'][])]);
  return [...names].flatMap((file) => {
    const bytes = files[file]?.length;
    const duration_ms = times.get(file);
    return bytes === undefined ? [] : [{ file, bytes, ...(duration_ms !== undefined && { duration_ms }) }];
  });
}

interface Verdict {
  to: 'APPROVED' | 'REJECTED';
  failure_code?: FailureCode;
  chip?: string;
  pieces?: IdentityPieces;
}

type Ending = Omit<Verdict, 'pieces'> & { pieces?: SealedPieces; document_hash?: Buffer | undefined } & Partial<
    Omit<Awaited<ReturnType<typeof sealApproved>>, 'pieces'>
  >;

/** Two processes may reach the verdict. The first writes it, and the second returns what it finds. */
async function endWith(
  ctx: TransactionContext,
  session: Session,
  { pieces, document_hash, ...verdict }: Ending,
): Promise<Outcome> {
  const ended = await changeState(ctx, { id: session.id, ...verdict });
  if (ended) {
    const { telemetry } = ctx.deps;
    if (telemetry) ctx.afterCommit(() => telemetry.countVerdict(ended.state, ended.failure_code));
    if (document_hash) await noteSeen(ctx, ended, document_hash);
    // Replacing the pieces also replaces their key, which makes copies of the earlier data unreadable.
    if (session.claims !== null || pieces?.sealed_data) await replacePieces(ctx, session, pieces);
    else {
      await dropPiece(ctx.db, session.id, 'evidence');
      if (pieces) await sealPieces(ctx, session, pieces);
    }
  }
  const shown = ended ?? (await reread(ctx, session));
  return { state: shown.state, ...failureOfSession(shown, ctx.deps.config) };
}
