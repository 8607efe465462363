/** The mock: the HTTP layer of the service, with handlers that remember what they were told, over Prism, which serves the examples. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import express, { type RequestHandler, type Router } from 'express';
import { systemClock } from '../../server/core/clock.ts';
import { readConfig } from '../../server/core/config.ts';
import type { OutsideContext } from '../../server/core/context.ts';
import type { Deps } from '../../server/core/deps.ts';
import { createLog } from '../../server/core/log.ts';
import { openData } from '../../server/database/open-data.ts';
import { createApi } from '../../server/http/api.ts';
import { createBodyBudget } from '../../server/http/limits/body-budget.ts';
import { rateLimitHeaders } from '../../server/http/limits/rate-limits.ts';
import { listen } from '../../server/http/site/listen.ts';
import type { PaymentGateway } from '../../server/payments/gateway.ts';
import { createServerSealer } from '../../server/secrets/server-key.ts';
import { createSpecimenFiles } from '../../server/specimen/specimen-files.ts';
import { createCallbackReceiver } from '../../server/stand-ins/callback-receiver.ts';
import { createAccounts } from './accounts.ts';
import { createLogos } from './brand-rules.ts';
import { anybody, EXHAUSTED, limiterOf } from './callers.ts';
import { playCards } from './cards.ts';
import { contract } from './contract.ts';
import { createDeliveries } from './deliveries.ts';
import { readExampleAccount } from './example-account.ts';
import { createExamples } from './examples.ts';
import { createHandlers } from './handlers.ts';
import { type Preferences, readPreferences } from './preferences.ts';
import { type Prism, startPrism } from './prism.ts';
import { admitSubmission } from './reader-rules.ts';
import { noteRequests } from './requests.ts';
import type { World } from './rules.ts';
import { createStatusFile } from './status.ts';

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
  let answer: RequestListener = (_req, res) => res.writeHead(503).end();
  const listener: RequestListener = (req, res) => void answer(req, res);
  const servers = ['127.0.0.1', '::1'].map((address): [Server, string] => [createServer(listener), address]);
  // The port is taken first: whoever cannot have it starts nothing.
  await listen(servers, port);
  const folder = mkdtempSync(join(tmpdir(), 'sigill-mock-'));
  const config = readConfig({ PORT: String(port), PUBLIC_URL: public_url, DATA_DIR: folder, LOG_LEVEL: 'error' });
  const log = createLog('error');
  const [prism, database, cards] = await Promise.all([
    startPrism('mock'),
    openData(config),
    playCards({ public_url, events_url: `http://localhost:${port}${CARD_EVENTS}`, folder, log }),
  ]);
  const world = await createWorld(public_url, prism, cards.gateway);
  // The HTTP layer asks for no other parts of the service, and the rules of the mock are given none.
  const deps = { config, log, clock: systemClock, sealer: createServerSealer([randomBytes(32)]) } as Deps;
  answer = createListener({ db: database.db, deps }, world, cards.provider.router);
  return {
    base: `http://localhost:${port}`,
    async stop(): Promise<void> {
      for (const [server] of servers) {
        server.close();
        server.closeAllConnections();
      }
      await world.deliveries.stop();
      await Promise.all([prism.stop(), cards.provider.close(), database.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createWorld(public_url: string, prism: Prism, cards: PaymentGateway): Promise<World> {
  const now = () => systemClock.now();
  const examples = createExamples(contract, prism.base);
  const accounts = createAccounts(await readExampleAccount(examples, { public_url, now }));
  const memory = { sessions: new Map(), logos: new Map() };
  return { public_url, examples, accounts, ...memory, deliveries: createDeliveries(now), cards, now };
}

function createListener(ctx: OutsideContext, world: World, cards: Router) {
  const asked = new AsyncLocalStorage<Preferences>();
  const preferences = () => asked.getStore() ?? {};
  const api = createApi({
    ctx,
    handlers: createHandlers(world, preferences),
    admissions: { 'reader.submit': admitSubmission(world, preferences) },
    authenticate: anybody(world, preferences),
    bodies: createBodyBudget(),
    draining: { has_begun: false },
    limiter: limiterOf(preferences),
    onAnswered: noteRequests(world),
  });
  const others = express()
    .use(createSpecimenFiles(systemClock))
    .use(createLogos(world))
    .use(createStatusFile(world))
    .use('/_local/stripe', cards)
    .use('/_local/callbacks', createCallbackReceiver(systemClock))
    .post(CARD_EVENTS, (_req, res) => void res.end());
  const plays: RequestHandler = async (req, res, next) => {
    if (!req.url.startsWith('/api/')) return next();
    const given = readPreferences(req);
    if (given.scenario === 'offline') return void req.socket.destroy();
    if (given.scenario === 'slow') await wait(SLOW_MS);
    if (given.code === '429')
      for (const [name, value] of Object.entries(rateLimitHeaders(EXHAUSTED))) res.setHeader(name, value);
    asked.run(given, () => api.router(req, res, next));
  };
  return express().use(plays, others);
}
