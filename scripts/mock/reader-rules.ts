/** What a device sends that reads the chip. What it has read is not verified: the scenario says how the session ends. */
import { randomBytes } from 'node:crypto';
import { addSeconds } from '../../server/core/clock.ts';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import type { Admissions } from '../../server/http/handlers.ts';
import { LIMITS } from '../../server/reader/submitted-files.ts';
import { randomToken } from '../../server/secrets/random-secret.ts';
import { failureOf, knownCause } from '../../server/sessions/session/session-failure.ts';
import type { Account } from './accounts.ts';
import { asksForExample, type Preferences } from './preferences.ts';
import type { PublicCall, Rules, World } from './rules.ts';
import type { Outcome } from './scenarios.ts';
import { advance, begun, changed, notOpen, sessionOf } from './session-rules.ts';
import { viewEnd } from './session-view.ts';
import { failureFor, type Session } from './sessions.ts';

const APP_LINK = 'sigill://open?token=';
const CHALLENGE_BYTES = 8;
const CHALLENGE_SECONDS = 60;

export const readerRules: Rules = {
  async 'reader.open'(call, { token }) {
    const session = sessionOf(call, 'reader.open', token);
    const { state, face_verification, passport_only, require_clone_protection, refuse_weak } = session;
    const { expires, specimen, account } = session;
    return {
      state,
      ...(account && brandOf(account)),
      ...(session.locale && { locale: session.locale }),
      face_verification,
      passport_only,
      require_clone_protection,
      refuse_weak,
      expires,
      app_link: `${APP_LINK}${token}`,
      specimen,
      demo: account === undefined,
      ...(await viewEnd(call.world.examples, session)),
    };
  },

  /** A device also takes over a session that was on its way by itself. */
  'reader.start'(call, { token }) {
    const session = sessionOf(call, 'reader.start', token);
    if (session.reader_key !== undefined && session.state === 'INITIATED')
      throw call.world.examples.refused('reader.start', 'session_already_started');
    if (session.state !== 'INITIATED') changed(call, 'reader.start', session, 'INITIATED');
    begun(call, session);
    session.reader_key = randomToken();
    return { reader_key: session.reader_key, limits: LIMITS };
  },

  'reader.challenge'(call, { token, reader_key }) {
    const { world } = call;
    const session = ofDevice(call, 'reader.challenge', token, reader_key);
    if (session.state !== 'INITIATED') throw notOpen(call, 'reader.challenge', session);
    if (session.challenges.length >= LIMITS.challenges)
      throw world.examples.refused('reader.challenge', 'challenge_limit');
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64');
    session.challenges.push(challenge);
    return { challenge, expires: addSeconds(world.now(), CHALLENGE_SECONDS).toISOString() };
  },

  /** The example of the contract: what a chip would make of it is not verified here. */
  async 'reader.chip_authentication'(call, { token, reader_key }) {
    const session = ofDevice(call, 'reader.chip_authentication', token, reader_key);
    if (session.state !== 'INITIATED') throw notOpen(call, 'reader.chip_authentication', session);
    if (session.chip_authentications >= LIMITS.challenges)
      throw call.world.examples.refused('reader.chip_authentication', 'challenge_limit');
    session.chip_authentications += 1;
    const expires = addSeconds(call.world.now(), CHALLENGE_SECONDS).toISOString();
    return { ...(await call.world.examples.success('reader.chip_authentication')), expires };
  },

  'reader.submit'(call, { challenge, files, ca_response }) {
    const { 'Session-Token': token = '', 'Reader-Key': key = '' } = call.headers;
    const session = ofDevice(call, 'reader.submit', token, key);
    if (session.state !== 'INITIATED') throw notOpen(call, 'reader.submit', session);
    const isUnasked = ca_response !== undefined && session.chip_authentications === 0;
    if (isUnasked || !session.challenges.includes(challenge))
      throw call.world.examples.refused('reader.submit', 'challenge_invalid');
    const ordinary: Outcome =
      files.dg1 && files.dg2 ? { state: 'APPROVED' } : { state: 'REJECTED', code: 'dg_missing' };
    const outcome = session.outcome ?? call.scenario.outcome ?? ordinary;
    const to = outcome.state === 'REJECTED' ? 'REJECTED' : 'APPROVED';
    const failure = failureFor(call.world, { to, locale: session.locale }, outcome);
    advance(call, session, 'COMPLETED');
    advance(call, session, to, failure);
    return { state: to, ...(failure && { failure }) };
  },

  'reader.fail'(call, { token, reader_key, code, cause, message }) {
    const session = sessionOf(call, 'reader.fail', token);
    if (reader_key !== undefined || session.reader_key !== undefined)
      ofDevice(call, 'reader.fail', token, reader_key ?? '');
    return changed(call, 'reader.fail', session, 'FAILED', {
      ...failureOf({ code, cause: knownCause(cause), locale: session.locale }, call.world),
      ...(message && { message }),
    });
  },

  'reader.abort'(call, { token, reader_key }) {
    const session = sessionOf(call, 'reader.abort', token);
    if (reader_key !== undefined) ofDevice(call, 'reader.abort', token, reader_key);
    return changed(call, 'reader.abort', session, 'ABORTED');
  },
};

/** @throws NotFound, or Forbidden for the key of another device */
function ofDevice(call: PublicCall, id: OperationId, token: string, reader_key: string): Session {
  const session = sessionOf(call, id, token);
  if (session.reader_key !== reader_key) throw call.world.examples.refused(id, 'other_reader');
  return session;
}

/** Whether the body of a submission is read at all, as the service decides it by the headers. An example is for everybody. */
export const admitSubmission =
  (world: World, preferences: () => Preferences): Admissions['reader.submit'] =>
  async (_ctx, headers, isRepeated) => {
    if (asksForExample(preferences())) return;
    const call = { world, headers, request: { id: '', ip: '' }, scenario: {} };
    const session = ofDevice(call, 'reader.submit', headers['Session-Token'], headers['Reader-Key']);
    if (session.state !== 'INITIATED' && !(await isRepeated())) throw notOpen(call, 'reader.submit', session);
  };

function brandOf({ merchant, billing }: Account) {
  const { brand_color, brand_logo_url } = merchant;
  return {
    merchant_name: billing.company ?? merchant.name,
    ...(brand_color && { brand_color }),
    ...(brand_logo_url && { merchant_logo_url: brand_logo_url }),
  };
}
