/** Sessions as the contract defines them. Unknown values are left out. */

import type { DocumentData } from '@sigill/emrtd';
import type { Context } from '../../core/context.ts';
import { invariant } from '../../core/errors.ts';
import { freeMemory } from '../../core/free-memory.ts';
import type { WithBytes } from '../../core/with-bytes.ts';
import type {
  ApprovedSession,
  ChipVerification,
  OverviewSession,
  ReaderSession,
  SessionFailure,
  SessionListItem,
  VerificationSession,
} from '../../generated/operations.gen.ts';
import { openPieces } from '../evidence/session-vault.ts';
import type { ListedSession } from '../list/session-export.repository.ts';
import type { Session } from './session.repository.ts';
import type { SealedKind } from './session.table.ts';
import { failureOfSession } from './session-failure.ts';

/** The format of portrait and face. */
type ImageFormat = 'png' | 'jpeg';
type ImageName = 'portrait' | 'signature_image' | 'face';
type ShownSession = WithBytes<VerificationSession, ImageName>;

export async function viewSession(ctx: Context, session: Session, format: ImageFormat = 'png'): Promise<ShownSession> {
  const shown = {
    ...viewCommon(session),
    ...(session.redacted === null &&
      session.identity_data_until !== null && { identity_data_until: session.identity_data_until }),
    ...(session.callback_url !== null && { callback_url: session.callback_url }),
    ...(session.user_ip !== null && { user_ip: session.user_ip }),
    ...(session.user_agent !== null && { user_agent: session.user_agent }),
  };
  switch (session.state) {
    case 'CREATED':
    case 'INITIATED':
    case 'ABORTED':
      return { ...shown, state: session.state };
    case 'COMPLETED':
      return { ...shown, state: session.state, initiated: required(session.initiated), chip: chipOf(session) };
    case 'FAILED':
      return { ...shown, state: session.state, ended: required(session.ended), failure: viewFailure(ctx, session) };
    case 'REJECTED':
      return {
        ...shown,
        state: session.state,
        initiated: required(session.initiated),
        ended: required(session.ended),
        failure: viewFailure(ctx, session),
        chip: chipOf(session),
      };
    case 'APPROVED': {
      const times = { initiated: required(session.initiated), ended: required(session.ended) };
      return {
        ...shown,
        state: session.state,
        ...times,
        chip: chipOf(session),
        ...(await openIdentity(ctx, session, format)),
      };
    }
    default:
      return session.state satisfies never;
  }
}

export function viewListItem(session: ListedSession): SessionListItem {
  return {
    ...viewCommon(session),
    state: session.state,
    ...(session.failure_code && { failure_code: session.failure_code }),
    ...(session.document_country !== null && { document_country: session.document_country }),
  };
}

/** The same, with the results of its checks. */
export const viewCheckedItem = (session: Session): OverviewSession => ({
  ...viewListItem(session),
  ...(session.chip !== null && { checks: resultsOf(JSON.parse(session.chip) as ChipVerification) }),
});

/** The account also sees the reader's message. */
function viewFailure({ deps }: Context, session: Session): SessionFailure {
  const { failure = null } = failureOfSession(session, deps.config);
  const { failure_message } = session;
  return { ...required(failure), ...(failure_message !== null && { message: failure_message }) };
}

/** How a session ended, for holders of its token: the reason in our own words, and what was checked. */
export function viewEnd({ deps }: Context, session: Session): Pick<ReaderSession, 'failure' | 'checks'> {
  const { chip } = session;
  return {
    ...failureOfSession(session, deps.config),
    ...(chip !== null && { checks: resultsOf(JSON.parse(chip) as ChipVerification) }),
  };
}

const resultsOf = ({ checks: { issuer, signature, data, clone, face } }: ChipVerification) => ({
  issuer: issuer.result,
  signature: signature.result,
  data: data.result,
  clone: clone.result,
  face: face.result,
});

function viewCommon(session: ListedSession) {
  return {
    id: session.id,
    created: session.created,
    expires: session.expires,
    face_verification: session.face_verification === 1,
    passport_only: session.passport_only === 1,
    require_clone_protection: session.require_clone_protection === 1,
    refuse_weak: session.refuse_weak === 1,
    specimen: session.specimen === 1,
    ...(session.reference !== null && { reference: session.reference }),
    ...(session.locale !== null && { locale: session.locale }),
    ...(session.initiated !== null && { initiated: session.initiated }),
    ...(session.ended !== null && { ended: session.ended }),
    ...(session.redacted !== null && { redacted: session.redacted }),
  };
}

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

const chipOf = ({ chip }: Session) => JSON.parse(required(chip)) as ChipVerification;

/** For columns that are never null in a given state, because the change to that state sets them. */
function required<T>(value: T | null): T {
  invariant(value !== null, 'the columns of a state are written with it');
  return value;
}
