import { appLink } from '../../openapi/facts/product.ts';
import { known } from '../core/known.ts';
import type { Operations } from '../generated/operations.gen.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { getBrand } from '../merchants/merchant.service.ts';
import { claimsOf } from '../sessions/evidence/claimed-facts.ts';
import { abortSession, getSessionByToken } from '../sessions/session/session.service.ts';
import { viewEnd, viewOptions } from '../sessions/session/session.view.ts';
import { noteOpened } from '../sessions/session/session-timeline.service.ts';
import {
  assertSubmittable,
  failReading,
  issueChallenge,
  readerSession,
  startReading,
  submittingSession,
} from './reader.service.ts';
import { answeredProbe, authenticateChip } from './reader-chip-authentication.service.ts';
import { type Submission, submitDocument } from './reader-submit.service.ts';
import { decodeBase64, decodeFiles, LIMITS } from './submitted-files.ts';

export const readerOperations: HandlersOf<'reader'> = {
  async 'reader.open'(ctx, { token }) {
    const { session } = await getSessionByToken(ctx, token);
    await noteOpened(ctx, session);
    return {
      state: session.state,
      ...(session.merchant_id !== null && (await getBrand(ctx, session.merchant_id))),
      ...viewOptions(session),
      app_link: appLink(token),
      demo: session.demo === 1,
      ...known({ claims: claimsOf(session) }),
      ...viewEnd(ctx, session),
    };
  },

  async 'reader.start'(ctx, { token, platform }) {
    const found = await getSessionByToken(ctx, token);
    const { idempotency_key } = ctx;
    return ctx.transaction(async (ctx) => {
      const reader_key = await startReading(ctx, { ...found, platform, idempotency_key });
      return { reader_key, limits: LIMITS };
    });
  },

  async 'reader.challenge'(ctx, { token, reader_key }) {
    const session = await readerSession(ctx, token, reader_key);
    return ctx.transaction((ctx) => issueChallenge(ctx, session));
  },

  async 'reader.chip_authentication'(ctx, { token, reader_key, dg14 }) {
    const session = await readerSession(ctx, token, reader_key);
    return authenticateChip(ctx, session, dg14);
  },

  async 'reader.submit'(ctx, body) {
    const session = await submittingSession(ctx, ctx.headers);
    const challenge = Buffer.from(body.challenge, 'base64');
    await assertSubmittable(ctx, session, challenge);
    const answer = await answeredProbe(ctx, session, body.ca_response);
    return submitDocument(ctx, session, { ...takeSubmission(body, challenge), ...answer });
  },

  async 'reader.fail'(ctx, { token, code, cause, message, reader_key }) {
    const session = await readerSession(ctx, token, reader_key);
    const report = { code, cause, message, by_device: reader_key !== undefined };
    return ctx.transaction(async (ctx) => ({ state: await failReading(ctx, session, report) }));
  },

  async 'reader.abort'(ctx, { token, reader_key }) {
    const session = await readerSession(ctx, token, reader_key);
    return ctx.transaction(async (ctx) => ({ state: await abortSession(ctx, session) }));
  },

  async 'reader.state'(ctx, { token }) {
    const { session } = await getSessionByToken(ctx, token);
    return { state: session.state };
  },
};

/**
 * Empties the body. Its texts are as large as the images. If the call kept them until the verdict, V8 would move them to its old
 * generation, whose collection delays calls.
 */
function takeSubmission(body: Operations['reader.submit']['body'], challenge: Buffer): Submission {
  const { files, aa_signature, aa_refusal, face, face_frames, reading = [] } = body;
  for (const name of Object.keys(body)) delete (body as Partial<Record<string, unknown>>)[name];
  return {
    files: decodeFiles(files),
    reading,
    challenge,
    ...(aa_refusal !== undefined && { aa_refusal }),
    ...(aa_signature !== undefined && {
      aa_signature: decodeBase64(aa_signature, 'aa_signature', LIMITS.file_bytes),
    }),
    ...(face !== undefined && { face: decodeBase64(face, 'face', LIMITS.face_bytes) }),
    ...(face_frames && {
      face_frames: face_frames.map((frame, at) => decodeBase64(frame, `face_frames.${at}`, LIMITS.frame_bytes)),
    }),
  };
}
