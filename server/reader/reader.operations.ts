import type { Deps } from '../core/deps.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { merchantDisplayName } from '../merchants/merchant.service.ts';
import { isChallengeOpen } from '../sessions/challenge.service.ts';
import { abortSession, getSessionByToken, notOpen } from '../sessions/session.service.ts';
import { assertReaderKey, failReading, issueChallenge, startReading, submittingSession } from './reader.service.ts';
import { challengeInvalid } from './reader-errors.ts';
import { submitDocument } from './submission.service.ts';
import { decodeBase64, decodeFiles, LIMITS } from './submitted-files.ts';

/** The scheme that the apps register; without an app it opens nothing. */
const APP_LINK = 'sigill://open?token=';

export const readerOperations = (deps: Deps) =>
  ({
    async 'reader.open'({ body }) {
      const { session } = await getSessionByToken(deps, body.token);
      const merchant_name = session.merchant_id === null ? '' : await merchantDisplayName(deps.db, session.merchant_id);
      return {
        state: session.state,
        ...(merchant_name && { merchant_name }),
        face_verification: session.face_verification === 1,
        passport_only: session.passport_only === 1,
        expires: session.expires,
        app_link: `${APP_LINK}${body.token}`,
        specimen: session.specimen === 1,
        demo: session.demo === 1,
      };
    },

    async 'reader.start'({ body, request, transaction }) {
      const { token, platform, app_version } = body;
      const found = await getSessionByToken(deps, token);
      const answer = await transaction(async (trx) => {
        const reader_key = await startReading(trx, deps, found, { platform, app_version, origin: request });
        return { reader_key, limits: LIMITS };
      });
      deps.wake('callbacks');
      return answer;
    },

    async 'reader.challenge'({ body, transaction }) {
      const { session } = await getSessionByToken(deps, body.token);
      assertReaderKey(session, body.reader_key);
      return transaction((trx) => issueChallenge(trx, deps, session));
    },

    async 'reader.submit'({ headers, body, transaction }) {
      const session = await submittingSession(deps, headers);
      if (session.state !== 'INITIATED') throw notOpen(session.state);
      const challenge = Buffer.from(body.challenge, 'base64');
      // Looked at before anything is computed for it; it is used up with the change of state.
      if (!(await isChallengeOpen(deps, session.id, challenge))) throw challengeInvalid();
      const files = decodeFiles(body.files);
      const aa_signature =
        body.aa_signature === undefined
          ? undefined
          : decodeBase64(body.aa_signature, 'aa_signature', LIMITS.file_bytes);
      const face = body.face === undefined ? undefined : decodeBase64(body.face, 'face', LIMITS.face_bytes);
      const submission = { files, challenge, ...(aa_signature && { aa_signature }), ...(face && { face }) };
      return submitDocument(deps, session, submission, transaction);
    },

    async 'reader.fail'({ body, transaction }) {
      const { session } = await getSessionByToken(deps, body.token);
      const { code, message, reader_key } = body;
      if (reader_key !== undefined) assertReaderKey(session, reader_key);
      const state = await transaction(async (trx) => ({
        state: await failReading(trx, deps, session, { code, message, by_device: reader_key !== undefined }),
      }));
      deps.wake('callbacks');
      return state;
    },

    async 'reader.abort'({ body, transaction }) {
      const { session } = await getSessionByToken(deps, body.token);
      if (body.reader_key !== undefined) assertReaderKey(session, body.reader_key);
      const state = await transaction(async (trx) => ({ state: await abortSession(trx, deps, session) }));
      deps.wake('callbacks');
      return state;
    },

    async 'reader.state'({ body }) {
      const { session } = await getSessionByToken(deps, body.token);
      return { state: session.state };
    },
  }) satisfies HandlersOf<'reader'>;
