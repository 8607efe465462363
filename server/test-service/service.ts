/** A service in local mode on a temporary database, with a ready account, and the operations that a test may request. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Duration, SentCallback, SentMail } from '../../sdk/testing/src/test-service.ts';
import { claimCredit } from '../billing/account/free-credit.service.ts';
import { createService } from '../compose.ts';
import { readConfig } from '../core/config.ts';
import type { OutsideContext } from '../core/context.ts';
import { invariant } from '../core/errors.ts';
import { createLog } from '../core/log.ts';
import { inTransaction } from '../database/transaction.ts';
import { findAnyone } from '../users/user.service.ts';
import { createFaults } from './faults.ts';
import { createFinish } from './finish.ts';
import { freePort } from './free-port.ts';
import { createFront } from './front.ts';
import { hasUnsentCallbacks } from './test-service.repository.ts';

const RECEIVER = '/_local/callbacks/test';
const POLL_INTERVAL_MS = 20;
const SENDING_TIMEOUT_MS = 20_000;
/** A code in an email. It has no letters and digits that look alike. */
const CODE = /\b[A-HJ-NP-Z2-9]{6}\b/;

export async function startService() {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-test-service-'));
  const port = await freePort();
  // Ignores the tests' environment, whose database or keys are not meant for this service.
  const config = readConfig({ DATA_DIR: folder, PORT: String(port), RATE_LIMITS: 'off' });
  const faults = createFaults();
  const front = createFront(faults);
  const log = createLog('error', (line) => void process.stderr.write(line));
  const service = await createService({ config, log, front: front.around });
  await service.start(port);
  const baseUrl = config.public_url;
  const account = { ...(await newAccount(baseUrl, service.ctx)), baseUrl, callbackUrl: baseUrl + RECEIVER };

  const local = async <T>(path: string, body?: object): Promise<T> => {
    const init = body && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await fetch(baseUrl + path, init);
    const answer = (await response.json()) as T & { error?: string };
    if (!response.ok) throw new Error(answer.error);
    return answer;
  };

  return {
    account,
    methods: {
      finish: createFinish({ db: service.ctx.db, account, tokens: front.tokens }),
      fail: faults.add,
      now: async () => (await local<{ now: string }>('/_local/clock')).now,
      advance: async (by: Duration) => (await local<{ now: string }>('/_local/clock', { advance: iso(by) })).now,
      mailbox: async () => {
        const { mails } = await local<{ mails: SentMail[] }>('/_local/mailbox.json');
        return mails.map((mail) => ({ ...mail, ...codeIn(mail.text) }));
      },
      callbacks: async () => {
        await callbacksSent(service.ctx);
        return (await local<{ callbacks: SentCallback[] }>(`${RECEIVER}.json`)).callbacks;
      },
    },
    async stop() {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const codeIn = (text: string) => {
  const code = CODE.exec(text)?.[0];
  return code === undefined ? {} : { code };
};

const iso = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): string =>
  `P${days}DT${hours}H${minutes}M${seconds}S`;

/**
 * Signs up, as an integrator would in the portal, and creates an API key. The account's address counts as verified, although no
 * code was entered.
 */
async function newAccount(base: string, ctx: OutsideContext) {
  const email = 'developer@example.com';
  const password = randomBytes(12).toString('hex');
  const { access_token } = await call(base, 'password.create', { email, password });
  const key = await call(base, 'user.create_service_user', {}, access_token);
  const user = await findAnyone(ctx, email);
  invariant(user, 'the user has just signed up');
  const { id: user_id, merchant_id } = user;
  await inTransaction(ctx, (ctx) => claimCredit(ctx, { merchant_id, user_id, email }));
  const { secret: signingSecret } = await call(base, 'callback.secret', {}, access_token);
  return { email, password, publicKey: key['public_key']!, secret: key['secret']!, signingSecret: signingSecret! };
}

async function call(base: string, name: string, body: object, token?: string): Promise<Record<string, string>> {
  const response = await fetch(`${base}/api/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${name} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

/** Waits for callbacks, which are sent moments after the call that caused them. */
async function callbacksSent({ db, deps }: OutsideContext): Promise<void> {
  const until = performance.now() + SENDING_TIMEOUT_MS;
  while (performance.now() < until && (await hasUnsentCallbacks(db, deps.clock.now().toISOString())))
    await setTimeout(POLL_INTERVAL_MS);
}
