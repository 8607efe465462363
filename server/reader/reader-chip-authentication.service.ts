/** `reader.chip_authentication`: begins Chip Authentication. The reader relays the service's part to the chip. */
import { beginChipAuthentication, type ChipProofs } from '@sigill/emrtd';
import type { Context } from '../core/context.ts';
import { BadRequest } from '../core/errors.ts';
import type { ChipAuthenticationRequest } from '../generated/operations.gen.ts';
import type { CallContext } from '../http/handlers.ts';
import { keepChipAuthentication, openChipAuthentication } from '../sessions/evidence/reader-challenge.service.ts';
import { reread, type Session } from '../sessions/session/session.service.ts';
import { noteChipAuthentication } from '../sessions/session/session-timeline.service.ts';
import { chipAuthenticationInvalid, noChallenge } from './reader-errors.ts';
import { decodeBase64, LIMITS } from './submitted-files.ts';

/** No DG14 is this long: it holds a few keys. */
const DG14_BYTES = 16_384;
const RESPONSE_BYTES = 1024;

/** @throws BadRequest for a DG14 that offers no supported Chip Authentication. */
export async function authenticateChip(
  ctx: CallContext<'reader.chip_authentication'>,
  session: Session,
  dg14: string,
): Promise<ChipAuthenticationRequest> {
  // Checked before anything is computed with a key that a stranger chose.
  if (session.state !== 'INITIATED' || session.chip_authentications >= LIMITS.challenges) throw noChallenge(session);
  const bytes = decodeBase64(dg14, 'dg14', DG14_BYTES);
  const begun = beginChipAuthentication(bytes);
  if (!begun) throw notOffered(bytes.length);
  const { ephemeral_public_key, probe_apdu, ...request } = begun.request;
  return ctx.transaction(async (ctx) => {
    const kept = { secret: begun.secret, limit: LIMITS.challenges };
    const expires = await keepChipAuthentication(ctx, session, kept);
    if (!expires) throw noChallenge(await reread(ctx, session));
    await noteChipAuthentication(ctx, session);
    return {
      ...request,
      ephemeral_public_key: base64(ephemeral_public_key),
      probe_apdu: base64(probe_apdu),
      expires,
    };
  });
}

const notOffered = (bytes: number) =>
  new BadRequest('dg14 offers no supported Chip Authentication. Submit without ca_response', 'invalid_value', {
    details: [{ path: 'dg14', expected: 'DG14 with Chip Authentication', received: `${bytes} bytes without it` }],
  });

/**
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
