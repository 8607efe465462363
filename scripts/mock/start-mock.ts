/** The mock: the HTTP layer of the service, with handlers that remember what they were told, over Prism, which serves the examples. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import express from 'express';
import { systemClock } from '../../server/core/clock.ts';
import { readConfig } from '../../server/core/config.ts';
import type { SecurityScheme } from '../../server/core/context.ts';
import type { Deps } from '../../server/core/deps.ts';
import { createLog } from '../../server/core/log.ts';
import { openData } from '../../server/database/open-data.ts';
import { createApi } from '../../server/http/api.ts';
import { createBodyBudget } from '../../server/http/body-budget.ts';
import type { Authenticate } from '../../server/http/credentials.ts';
import { listen } from '../../server/http/listen.ts';
import { createRateLimiter, noRateLimits, type RateLimiter } from '../../server/http/rate-limits.ts';
import { createStripeGateway } from '../../server/payments/stripe-gateway.ts';
import { createServerSealer } from '../../server/secrets/server-key.ts';
import { createSpecimenFiles } from '../../server/specimen/specimen-files.ts';
import { createCallbackReceiver } from '../../server/stand-ins/callback-receiver.ts';
import { startCardProvider } from '../../server/stand-ins/card-provider/card-provider.ts';
import { createAccounts } from './accounts.ts';
import { contract } from './contract.ts';
import { createDeliveries } from './deliveries.ts';
import { readExampleAccount } from './example-account.ts';
import { createExamples, RETRY_AFTER } from './examples.ts';
import { createHandlers, publicCall } from './handlers.ts';
import { type Preferences, readPreferences } from './preferences.ts';
import { startPrism } from './prism.ts';
import { admitSubmission } from './reader-rules.ts';
import type { World } from './rules.ts';

export interface MockOptions {
  port: number;
  /** Where browsers find the site that is served beside it. */
  public_url?: string | undefined;
}

export type Mock = Awaited<ReturnType<typeof startMock>>;

/** How long each answer takes in the scenario `slow`. */
const SLOW_MS = 3000;
/** Where the card provider tells of changes. They are received and forgotten, because the mock asks for what it wants to know. */
const CARD_EVENTS = '/_local/card-events';

export async function startMock({ port, public_url = `http://localhost:${port}` }: MockOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-mock-'));
  const config = readConfig({ PORT: String(port), PUBLIC_URL: public_url, DATA_DIR: folder, LOG_LEVEL: 'error' });
  const log = createLog('error');
  const [prism, database, cards] = await Promise.all([
    startPrism('mock'),
    openData(config),
    playCards({ public_url, events_url: `http://localhost:${port}${CARD_EVENTS}`, folder, log }),
  ]);
  const now = () => systemClock.now();
  const examples = createExamples(contract, prism.base);
  const world: World = {
    public_url,
    examples,
    accounts: createAccounts(await readExampleAccount(examples, now)),
    sessions: new Map(),
    deliveries: createDeliveries(now),
    cards: cards.gateway,
    now,
  };
  const asked = new AsyncLocalStorage<Preferences>();
  const preferences = () => asked.getStore() ?? { isDynamic: false };
  // The HTTP layer asks for no other parts of the service, and the rules of the mock are given none.
  const deps = { config, log, clock: systemClock, sealer: createServerSealer([randomBytes(32)]) } as Deps;
  const api = createApi({
    ctx: { db: database.db, deps },
    handlers: createHandlers(world, preferences),
    admissions: { 'reader.submit': admitSubmission((headers) => publicCall(world, headers, preferences())) },
    authenticate: anybody(world, preferences),
    bodies: createBodyBudget(),
    draining: { has_begun: false },
    limiter: limiterOf(preferences),
  });
  const others = express()
    .use(createSpecimenFiles(systemClock))
    .use('/_local/stripe', cards.provider.router)
    .use('/_local/callbacks', createCallbackReceiver(systemClock))
    .post(CARD_EVENTS, (_req, res) => void res.end());

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!req.url?.startsWith('/api/')) return others(req, res);
    const given = readPreferences(req);
    if (given.scenario === 'offline') return void req.socket.destroy();
    if (given.scenario === 'slow') await wait(SLOW_MS);
    await asked.run(given, () => api.handle(req, res));
  }
  const listener: RequestListener = (req, res) => void answer(req, res);
  const servers = ['127.0.0.1', '::1'].map((address): [Server, string] => [createServer(listener), address]);

  async function stop(): Promise<void> {
    for (const [server] of servers) {
      server.close();
      server.closeAllConnections();
    }
    await world.deliveries.stop();
    await Promise.all([prism.stop(), cards.provider.close(), database.close()]);
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    return { base: `http://localhost:${await listen(servers, port)}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface CardOptions {
  public_url: string;
  events_url: string;
  folder: string;
  log: Deps['log'];
}

/** The card provider of local mode, with whose test cards the card page works. */
async function playCards({ events_url, log, ...place }: CardOptions) {
  const webhook_secret = `whsec_${randomBytes(24).toString('hex')}`;
  const provider = await startCardProvider({
    ...place,
    clock: systemClock,
    webhook_url: events_url,
    webhook_secret,
    log,
  });
  const { host, port, publishable_key, secret_key } = provider;
  const account = { publishable_key, secret_key, webhook_secret };
  return { provider, gateway: createStripeGateway({ ...account, host, port, protocol: 'http', log }) };
}

/** Every key and token is right until it has ended. One that the mock has not given out is of the account of the examples. */
function anybody({ accounts }: World, preferences: () => Preferences): Authenticate {
  const principalOf = (credential: string, scheme: SecurityScheme) => {
    if (preferences().scenario === 'signed_out') return undefined;
    const isKey = scheme === 'apiKey';
    const holder = accounts.holderOf(credential, ({ type }) => (type === 'SERVICE') === isKey);
    const user = holder?.account.lists.users.find(({ id }) => id === holder.user_id);
    if (!holder || !user || (user.type === 'SERVICE') !== isKey) return undefined;
    return { scheme, merchant_id: holder.account.merchant.id, user_id: user.id, user_type: user.type };
  };
  return {
    apiKey: async (_public_key, secret) => principalOf(secret, 'apiKey'),
    accessToken: async (token) => principalOf(token, 'accessToken'),
    isOurs: () => true,
  };
}

/** Nobody is limited but who asks for it. */
function limiterOf(preferences: () => Preferences): RateLimiter {
  const limit = { name: 'mock', requests: 1, window_seconds: RETRY_AFTER };
  return {
    ...createRateLimiter(noRateLimits, systemClock),
    take() {
      const { scenario, code, example = 'rate_limited' } = preferences();
      const exceeded = scenario === 'rate_limited' || (code === '429' && example === 'rate_limited');
      return exceeded ? { limit, remaining: 0, reset_seconds: RETRY_AFTER, exceeded } : undefined;
    },
  };
}
