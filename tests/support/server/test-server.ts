/** A real server on a free port with a separate database: SQLite in a temporary folder, or PostgreSQL if TEST_DATABASE_URL names one. */
import { rmSync } from 'node:fs';
import { createService } from '../../../server/compose.ts';
import { type Clock, timestamp } from '../../../server/core/clock.ts';
import { type Config, readConfig } from '../../../server/core/config.ts';
import type { OutsideContext } from '../../../server/core/context.ts';
import { createLog } from '../../../server/core/log.ts';
import type { RateLimits } from '../../../server/http/limits/rate-limits.ts';
import { freePort } from '../../../server/test-service/free-port.ts';
import type { CallLimit } from '../../../server/throttling/call-counters.ts';
import { QUICK_PASSWORDS } from '../process/quick-passwords.ts';
import { createCaller, expectSuccess } from './call.ts';
import { newcomers } from './newcomers.ts';
import { quickFolder } from './quick-folder.ts';
import { createSqliteFile, createTestDatabase } from './test-database.ts';

export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  created: string;
}

export interface TestServerOptions {
  environment?: Record<string, string>;
  /** By default the event loop never counts as busy, because the test itself keeps it so. */
  is_scarce?: () => boolean;
  rate_limits?: RateLimits;
  /** Receives the lines of the log. They are never printed. */
  log?: (line: string) => void;
  site?: string;
  real_passwords?: boolean;
  /** The initial time of the server's clock. The default is the system's time. */
  starts_at?: string;
}

/** One object, because each limit object has its own counters. */
export const UNLIMITED: CallLimit = { requests: 1_000_000, window_seconds: 1 };

/** Tests that are not about faces do not wait for models. */
const withoutFaceModels = (environment: Record<string, string> = {}) =>
  Object.keys(environment).some((name) => name.startsWith('FACE_')) ? {} : { FACE_DEMONSTRATION: 'off' };

export async function createTestServer(options: TestServerOptions = {}) {
  const folder = quickFolder('sigill-test-');
  const database = await createTestDatabase();
  if (!database) await createSqliteFile(folder);
  const port = await freePort();
  const config: Config = readConfig({
    DATA_DIR: folder,
    PORT: String(port),
    DATABASE_URL: database?.url,
    DRAIN_SECONDS: '0',
    ...withoutFaceModels(options.environment),
    ...options.environment,
  });
  const log = options.log ? createLog('debug', options.log) : createLog('silent');
  const create = (site = options.site) =>
    createService({
      config,
      log,
      rate_limits: options.rate_limits ?? (() => UNLIMITED),
      is_scarce: options.is_scarce ?? (() => false),
      ...(!options.real_passwords && { password_cost: QUICK_PASSWORDS }),
      ...(site && { site }),
      ...(options.starts_at && { clock: clockFrom(options.starts_at) }),
    });
  const service = await create();
  let running = service;
  await service.start(port);
  const base = `http://localhost:${port}`;

  const call = createCaller(base);
  const arriving = newcomers(call);

  /** An API key that can create sessions, as if the user had entered the code from the email. */
  async function keyOf({ bearer }: { bearer: string }) {
    const key = expectSuccess('user.create_service_user', await call('user.create_service_user', {}, { bearer }));
    await recordAddress(service.ctx, key.id);
    return key;
  }

  async function local<T>(path: string, body?: unknown): Promise<T> {
    const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const init = body === undefined ? {} : json;
    const response = await fetch(`${base}/_local/${path}`, init);
    if (!response.ok) throw new Error(`/_local/${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  return {
    base,
    folder,
    service,
    ctx: service.ctx,
    deps: service.deps,
    call,
    local,
    /** Moves the server's clock by an ISO 8601 duration, such as P30D. */
    advance: (duration: string) => local<{ now: string }>('clock', { advance: duration }),
    mailbox: async (to: string) => (await local<{ mails: Mail[] }>(`mailbox.json?to=${encodeURIComponent(to)}`)).mails,
    receivedCallbacks: async (name: string) =>
      (
        await local<{ callbacks: { headers: Record<string, string>; raw: string; body: Record<string, unknown> }[] }>(
          `callbacks/${name}.json`,
        )
      ).callbacks,

    ...arriving,

    /** An account with an API key that can create sessions. Its user's email address is not verified yet. */
    async account() {
      const user = await arriving.signUp();
      const { id: key_id, ...basic } = await keyOf(user);
      return { ...user, basic, key_id };
    },

    keyOf,

    /** Replaces the service with one that serves another build of the site. What belongs to the first service is then closed. */
    async upgrade(site: string) {
      await running.stop();
      running = await create(site);
      await running.start(port);
    },

    async stop() {
      await running.stop();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function recordAddress({ db, deps }: OutsideContext, user_id: number): Promise<void> {
  await db
    .updateTable('billing_accounts')
    .set({ address_verified: timestamp(deps.clock.now()) })
    .where('merchant_id', '=', (eb) => eb.selectFrom('users').select('merchant_id').where('id', '=', user_id))
    .execute();
}

function clockFrom(start: string): Clock {
  const offset = Date.parse(start) - Date.now();
  return { now: () => new Date(Date.now() + offset) };
}

export type TestServer = Awaited<ReturnType<typeof createTestServer>>;

/** Polls until `check` returns something, for what another process or worker does. */
export async function eventually<T>(
  check: () => Promise<T | undefined | false>,
  what: string,
  timeoutMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
