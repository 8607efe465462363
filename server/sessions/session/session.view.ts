/** Sessions as the contract defines them. Unknown values are left out. */
import type { DocumentData } from '@sigill/emrtd';
import type { Context } from '../../core/context.ts';
import { invariant } from '../../core/errors.ts';
import { freeMemory } from '../../core/free-memory.ts';
import { known } from '../../core/known.ts';
import type {
  ApprovedSession,
  ChipVerification,
  OverviewSession,
  ReaderSession,
  SessionFailure,
  SessionListItem,
  VerificationSession,
} from '../../generated/operations.gen.ts';
import type { WithBytes } from '../../http/handlers.ts';
import { claimsOf, openClaimed } from '../evidence/claimed-facts.ts';
import { openPieces } from '../evidence/session-vault.ts';
import type { ListedSession } from '../list/session-list.repository.ts';
import { policyOf } from '../policy/session-rules.ts';
import type { Session } from './session.repository.ts';
import type { SealedKind } from './session.table.ts';
import { failureOfSession } from './session-failure.ts';

type ImageFormat = 'png' | 'jpeg';
type ImageName = 'portrait' | 'signature_image' | 'face';
export type ShownSession = WithBytes<VerificationSession, ImageName>;

export async function viewSession(ctx: Context, session: Session, format: ImageFormat = 'png'): Promise<ShownSession> {
  const { state, ended, redacted, identity_data_until, callback_url, user_ip, user_agent, delivery_kid } = session;
  const policy = await policyOf(ctx, session);
  const shown = {
    ...viewCommon(session),
    ...known({ claims: claimsOf(session) }),
    ...(policy && { policy: { name: policy.name, version: policy.version } }),
    ...known({
      identity_data_until: redacted === null ? identity_data_until : null,
      callback_url,
      link_sent: session.link_sent,
      user_ip,
      user_agent,
      delivery_kid,
    }),
  };
  switch (state) {
    case 'CREATED':
    case 'INITIATED':
    case 'ABORTED':
      return { ...shown, state };
    case 'COMPLETED':
      return { ...shown, state, ...viewReading(session) };
    case 'FAILED':
      return { ...shown, state, ended: required(ended), failure: viewFailure(ctx, session) };
    case 'REJECTED':
      return { ...shown, state, ...viewReading(session), ended: required(ended), failure: viewFailure(ctx, session) };
    case 'APPROVED': {
      const identity = await openIdentity(ctx, session, format);
      return { ...shown, state, ...viewReading(session), ended: required(ended), ...identity };
    }
    default:
      return state satisfies never;
  }
}

export function viewListItem(session: ListedSession): SessionListItem {
  const { state, failure_code, document_country } = session;
  return { ...viewCommon(session), state, ...known({ failure_code, document_country }) };
}

export const viewCheckedItem = (session: Session): OverviewSession => ({
  ...viewListItem(session),
  ...viewChecks(session),
});

function viewFailure({ deps }: Context, session: Session): SessionFailure {
  const { failure = null } = failureOfSession(session, deps.config);
  return { ...required(failure), ...known({ message: session.failure_message }) };
}

/** How a session ended, for holders of its token: without the reader's message. */
export const viewEnd = ({ deps }: Context, session: Session): Pick<ReaderSession, 'failure' | 'checks'> => ({
  ...failureOfSession(session, deps.config),
  ...viewChecks(session),
});

function viewChecks(session: Session): Pick<ReaderSession, 'checks'> {
  if (session.chip === null) return {};
  const { issuer, signature, data, clone, face } = chipOf(session).checks;
  return {
    checks: {
      issuer: issuer.result,
      signature: signature.result,
      data: data.result,
      clone: clone.result,
      face: face.result,
    },
  };
}

function viewCommon(session: ListedSession) {
  const { id, created, reference, link_id, initiated, ended, redacted } = session;
  return { id, created, ...viewOptions(session), ...known({ reference, link_id, initiated, ended, redacted }) };
}

export const viewOptions = ({ expires, locale, ...flags }: ListedSession) => ({
  expires,
  face_verification: flags.face_verification === 1,
  passport_only: flags.passport_only === 1,
  require_clone_protection: flags.require_clone_protection === 1,
  refuse_weak: flags.refuse_weak === 1,
  specimen: flags.specimen === 1,
  ...known({ locale }),
});

const SHOWN = {
  png: ['identity', 'signature_image', 'portrait', 'face'],
  // Sessions from earlier versions have no JPEG.
  jpeg: ['identity', 'signature_image', 'portrait', 'face', 'portrait_jpeg', 'face_jpeg'],
} satisfies Record<ImageFormat, SealedKind[]>;

async function openIdentity(
  ctx: Context,
  session: Session,
  format: ImageFormat,
): Promise<WithBytes<Partial<ApprovedSession>, ImageName>> {
  if (session.redacted !== null) return {};
  if (session.delivery_kid !== null) {
    const { sealed_data } = await openPieces(ctx, session, ['sealed_data']);
    return known({ sealed_data: sealed_data?.toString('latin1') });
  }
  if (session.claims !== null) return known({ claimed: (await openClaimed(ctx, session))?.facts });
  const { identity, signature_image, ...pieces } = await openPieces(ctx, session, SHOWN[format]);
  const image = (name: 'portrait' | 'face') => {
    const { [name]: png, [`${name}_jpeg` as const]: jpeg } = pieces;
    if (jpeg && png) freeMemory(png);
    const bytes = jpeg ?? png;
    return bytes && { [name]: bytes };
  };
  return {
    ...(identity && (JSON.parse(identity.toString('utf8')) as DocumentData)),
    ...image('portrait'),
    ...(signature_image && { signature_image }),
    ...image('face'),
  };
}

const viewReading = (session: Session) => ({ initiated: required(session.initiated), chip: chipOf(session) });

const chipOf = ({ chip }: Session) => JSON.parse(required(chip)) as ChipVerification;

/** For columns that the change to the current state always sets. */
function required<T>(value: T | null): T {
  invariant(value !== null, 'the columns of a state are written with it');
  return value;
}
