/**
 * The verdict of a session whose account has a delivery key: everything that identifies the person or the document is sealed to that
 * key, and nothing of it is kept in any other form.
 */
import type { DocumentData } from '@sigill/emrtd';
import { timestamp } from '../../core/clock.ts';
import type { OutsideContext } from '../../core/context.ts';
import { known } from '../../core/known.ts';
import { sealForDelivery } from '../../delivery/delivery-key.service.ts';
import type { ChipVerification } from '../../generated/operations.gen.ts';
import type { Session } from '../session/session.service.ts';
import { type KeptClaims, verdictIn } from './claimed-facts.ts';
import { imageNames, type ProofEvidence, type ProofSubject } from './proof-claims.ts';
import { issueProof, provenSession } from './session-proof.service.ts';
import type { SealedPieces } from './session-vault.ts';

export type IdentityPieces = SealedPieces & { identity: Uint8Array; proof: Uint8Array };

/** Everything that would be kept without a delivery key: for a session with claims, only the answers. */
export type ApprovedPieces = IdentityPieces | { claimed: Uint8Array };

interface Approved {
  chip: ChipVerification;
  pieces: ApprovedPieces;
}

/** For sessions that are being approved. The proof is issued now, because nothing that it states can be read later. */
export async function sealApproved(
  ctx: OutsideContext,
  session: Session & { merchant_id: number; delivery_kid: string },
  { chip, pieces }: Approved,
) {
  const { id, merchant_id, delivery_kid: kid } = session;
  const at = ctx.deps.clock.now();
  const content = isClaimed(pieces)
    ? { ...answersIn(pieces.claimed), chip }
    : await identityIn(ctx, session, { at, chip, pieces });
  const sealed_data = await sealForDelivery(ctx, { merchant_id, kid }, { id, ...content });
  return {
    at,
    chip: JSON.stringify(verdictIn(chip)),
    pieces: { sealed_data: Buffer.from(sealed_data) },
    document_country: null,
    user_ip: null,
    user_agent: null,
  };
}

const isClaimed = (pieces: ApprovedPieces): pieces is { claimed: Uint8Array } => 'claimed' in pieces;

/** Without the IP address and user agent of the person's device, which sessions with claims do not store. */
function answersIn(piece: Uint8Array) {
  const { facts: claimed, proof } = jsonIn<KeptClaims>(piece);
  return { claimed, proof };
}

async function identityIn(
  ctx: OutsideContext,
  session: Session,
  { at, chip, pieces }: { at: Date; chip: ChipVerification; pieces: IdentityPieces },
) {
  const identity = jsonIn<DocumentData>(pieces.identity);
  const images = imagesIn(pieces);
  const { user_ip, user_agent } = session;
  const subject = { session: await provenSession(ctx, session), ended: timestamp(at), chip, identity, images };
  const proof = await issueProof(ctx, { ...subject, evidence: jsonIn<ProofEvidence>(pieces.proof) });
  const encoded = Object.entries(images).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]);
  return { ...identity, ...Object.fromEntries(encoded), chip, proof, ...known({ user_ip, user_agent }) };
}

const imagesIn = (pieces: SealedPieces): ProofSubject['images'] =>
  Object.fromEntries(imageNames.flatMap((name) => (pieces[name] ? [[name, pieces[name]]] : [])));

const jsonIn = <T>(bytes: Uint8Array): T => JSON.parse(Buffer.from(bytes).toString('utf8'));
