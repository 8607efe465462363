/** `reader.chip_authentication`: starts the service's side, which the reader relays to the chip. */
import { beginChipAuthentication, type ChipProofs } from '@sigill/emrtd';
import type { Context, OutsideContext, TransactionContext } from '../core/context.ts';
import { BadRequest } from '../core/errors.ts';
import type { ChipAuthenticationRequest } from '../generated/operations.gen.ts';
import { keepChipAuthentication, openChipAuthentication } from '../sessions/evidence/reader-challenge.service.ts';
import { notOpen, reread, type Session } from '../sessions/session/session.service.ts';
import { noteChipAuthentication } from '../sessions/session/session-timeline.service.ts';
import { challengeLimit, chipAuthenticationInvalid } from './reader-errors.ts';
import { decodeBase64, LIMITS } from './submitted-files.ts';

/** No DG14 is this long: it holds a few keys. */
const DG14_BYTES = 16_384;
const RESPONSE_BYTES = 1024;

interface BeginningContext extends OutsideContext {
  transaction(
    work: (ctx: TransactionContext) => Promise<ChipAuthenticationRequest>,
  ): Promise<ChipAuthenticationRequest>;
}

/** @throws BadRequest for a DG14 that offers no supported Chip Authentication. */
export async function authenticateChip(
  ctx: BeginningContext,
  session: Session,
  dg14: string,
): Promise<ChipAuthenticationRequest> {
  // The session's limit also bounds computations with keys that a stranger chose.
  assertMayBegin(session);
  const bytes = decodeBase64(dg14, 'dg14', DG14_BYTES);
  const begun = beginChipAuthentication(bytes);
  if (!begun) throw notOffered(bytes.length);
  const { ephemeral_public_key, probe_apdu, ...request } = begun.request;
  return ctx.transaction(async (ctx) => {
    const kept = { secret: begun.secret, limit: LIMITS.challenges };
    const expires = await keepChipAuthentication(ctx, session, kept);
    if (!expires) throw refusal(await reread(ctx, session));
    await noteChipAuthentication(ctx, session);
    return {
      ...request,
      ephemeral_public_key: base64(ephemeral_public_key),
      probe_apdu: base64(probe_apdu),
      expires,
    };
  });
}

function assertMayBegin(session: Session): void {
  if (session.state !== 'INITIATED' || session.chip_authentications >= LIMITS.challenges) throw refusal(session);
}

const refusal = ({ state }: Session) => (state === 'INITIATED' ? challengeLimit(LIMITS.challenges) : notOpen(state));

const notOffered = (bytes: number) =>
  new BadRequest('dg14 offers no supported Chip Authentication. Submit without ca_response', 'invalid_value', {
    details: [{ path: 'dg14', expected: 'DG14 with Chip Authentication', received: `${bytes} bytes without it` }],
  });

/**
 * The chip's response, and the secret that verifies it.
 * @throws Conflict when Chip Authentication was not started, or has expired.
 */
export async function answeredProbe(
  ctx: Context,
  session: Session,
  ca_response: string | undefined,
): Promise<Pick<ChipProofs, 'chip_authentication'>> {
  if (ca_response === undefined) return {};
  const response = decodeBase64(ca_response, 'ca_response', RESPONSE_BYTES);
  const secret = await openChipAuthentication(ctx, session);
  if (!secret) throw chipAuthenticationInvalid();
  return { chip_authentication: { secret, response } };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
