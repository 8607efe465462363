/** What is told of an account: its first steps, its usage, its log, its callbacks. */
import { testEvent, tryOnce } from '../../server/callbacks/callback-test.service.ts';
import { checkCallbackUrl } from '../../server/callbacks/target.ts';
import { createSecret, signatureHeaders } from '../../server/callbacks/webhook-signature.ts';
import { addDays } from '../../server/core/clock.ts';
import { isLoopback } from '../../server/core/loopback.ts';
import { noPage } from '../../server/database/page-cursor.ts';
import { found, pageOf } from './by-name.ts';
import { secretsOf } from './deliveries.ts';
import { type Rules, timeOf } from './rules.ts';
import { usageOf } from './usage-of.ts';

const MONTH_DAYS = 30;
const QUARTER_DAYS = 90;
const OVERLAP_DAYS = 1;
const LONGEST_WAIT_SECONDS = 25;
/** The lowest status of a call that was refused or failed. */
const FIRST_REFUSAL = 400;

export const accountRules: Rules = {
  'dashboard.get_started': ({ account: { lists, billing }, user }) => ({
    email_verified: user.email_verified ?? false,
    credentials_generated: lists.users.some(({ type }) => type === 'SERVICE'),
    integrated: lists.sessions.some(({ state }) => state === 'APPROVED'),
    billing_enabled: billing.state === 'ACTIVE',
  }),

  'dashboard.usage'({ account, world }) {
    const days = usageOf(account);
    const now = world.now();
    const since = (length: number) =>
      addDays(now, 1 - length)
        .toISOString()
        .slice(0, 10);
    const sum = (first: string) =>
      days.filter(({ date }) => date >= first).reduce((total, { created }) => total + created, 0);
    return {
      today: since(1),
      last_30_days: sum(since(MONTH_DAYS)),
      last_90_days: sum(since(QUARTER_DAYS)),
      days: days.filter(({ date }) => date >= since(QUARTER_DAYS)),
    };
  },

  'request.list'({ account, world }, { session_id, user_id, refused = false, ...rest }) {
    const { lists } = account;
    if (session_id !== undefined && !lists.sessions.some(({ id }) => id === session_id))
      throw world.examples.refused('request.list', 'session_not_found', session_id);
    if (user_id !== undefined && !lists.users.some(({ id }) => id === user_id))
      throw world.examples.refused('request.list', 'user_not_found', user_id);
    const filter = { ...rest, ...(session_id && { session_id }), ...(user_id && { user_id }) };
    const requests = lists.requests.filter(({ status }) => !refused || status >= FIRST_REFUSAL);
    return pageOf('requests', requests as never[], filter) as never;
  },

  'callback.list'(call, { session_id, ...page }) {
    if (session_id !== undefined && !call.account.lists.sessions.some(({ id }) => id === session_id))
      throw call.world.examples.refused('callback.list', 'session_not_found', session_id);
    const filter = { ...page, ...(session_id !== undefined && { session_id }) };
    return pageOf('callbacks', call.account.lists.callbacks as never[], filter) as never;
  },

  /** Nothing is sent to other machines. */
  async 'callback.test'({ account, world }, { url, state }) {
    await checkCallbackUrl(url, 'local', async () => [], 'url');
    const now = world.now();
    const { id, payload: body } = testEvent(now, state, world);
    const sent = { headers: signatureHeaders(secretsOf(account), id, now, body), body };
    const began = performance.now();
    const outcome = isLoopback(new URL(url).hostname)
      ? await tryOnce({ url, headers: { ...sent.headers }, body }, 'local')
      : { status_code: 204 };
    return { sent, duration_ms: Math.round(performance.now() - began), ...outcome };
  },

  /** The cursor is the number of events before it. */
  async 'callback.listen'({ account, world }, { cursor, since, wait_seconds = LONGEST_WAIT_SECONDS }) {
    const { events } = account;
    if (cursor === undefined) {
      const first = since === undefined ? -1 : events.findIndex(({ created }) => created >= since);
      return { callbacks: [], cursor: cursorAt(first < 0 ? events.length : first) };
    }
    const after = Number(Buffer.from(cursor, 'base64url').toString('latin1'));
    if (!Number.isInteger(after) || after < 0 || after > events.length) throw noPage();
    const callbacks = await world.deliveries.eventsAfter(account, { after, seconds: wait_seconds });
    return { callbacks, cursor: cursorAt(after + callbacks.length) };
  },

  'callback.resend'(call, { id }) {
    const { account, world } = call;
    const callback = found(call, 'callback.resend', 'callbacks', id);
    if (callback.state === 'PENDING') throw world.examples.refused('callback.resend', 'callback_not_resendable');
    callback.state = 'PENDING';
    callback.next_attempt = timeOf(world);
    const { payload: _payload, attempt_list: _attempts, message: _message, ...shown } = callback;
    if (isLoopback(new URL(callback.url).hostname)) world.deliveries.deliver(account, callback);
    return shown;
  },

  'callback.secret': ({ account }) => account.signing,

  'callback.rotate_secret'({ account, world }) {
    const now = world.now();
    account.previousSecret = account.signing.secret;
    account.signing = {
      secret: createSecret(),
      created: now.toISOString(),
      previous_expires: addDays(now, OVERLAP_DAYS).toISOString(),
    };
    return account.signing;
  },
};

const cursorAt = (position: number): string => Buffer.from(String(position)).toString('base64url');
