/** Puts the service together from its configuration: database, keys, trust, workers and the HTTP server. */
import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { type AppOptions, createApp } from './app.ts';
import { createAuthWorker } from './auth/auth.worker.ts';
import { createBillingWorker } from './billing/billing.worker.ts';
import { createCollectionWorker } from './billing/collection.worker.ts';
import { WEBHOOK_PATH } from './billing/stripe-webhook.ts';
import { vatNumberFormatCheck } from './billing/vat.ts';
import { createCallbackWorker } from './callbacks/callback.worker.ts';
import { type Clock, systemClock } from './core/clock.ts';
import type { Config } from './core/config.ts';
import type { Deps } from './core/deps.ts';
import type { Logger } from './core/log.ts';
import { startWorkers, type Workers } from './core/workers.ts';
import { openData } from './database/open-data.ts';
import { createHttpFaceMatcher } from './face/http-face-matcher.ts';
import { createSpecimenFaceMatcher } from './face/specimen-face-matcher.ts';
import { createDraining } from './http/draining.ts';
import { listen, listenAddresses } from './http/listen.ts';
import { createMovableClock } from './local/movable-clock.ts';
import { createMailWorker } from './mail/mail.worker.ts';
import { noGateway, type PaymentGateway } from './payments/gateway.ts';
import { createStripeGateway } from './payments/stripe-gateway.ts';
import { createPortraitConverter } from './portrait/portrait-converter.ts';
import { createVerificationRecoveryWorker } from './reader/verdict-recovery.worker.ts';
import { createSealer, deriveKey } from './secrets/sealing.ts';
import { localServerKey, verifyServerKey } from './secrets/server-key.ts';
import { createExpiryWorker, createPurgeWorker } from './sessions/purge.worker.ts';
import { specimenAuthority } from './specimen/specimens.ts';
import { createTrust } from './trust/trust.ts';

const DRAIN_MS = 8_000;
/** Between two parts of one process. */
const LOCAL_WEBHOOK_SECRET = `whsec_${randomBytes(24).toString('hex')}`;

export interface ServiceOptions {
  config: Config;
  log: Logger;
  clock?: Clock;
  site?: string;
  rate_limits?: AppOptions['rate_limits'];
  /** Whether to play the card provider; not beside a server that does. */
  standIns?: boolean;
}

export async function createService({
  config,
  log,
  clock: base = systemClock,
  site,
  rate_limits,
  standIns = config.mode === 'local' && !config.stripe,
}: ServiceOptions) {
  const database = await openData(config);
  const { db, applied } = database;
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const key = config.server_key ?? localServerKey(config.data_dir);
  const sealer = createSealer(deriveKey(key, 'sealing'));
  await verifyServerKey(db, sealer).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });

  const movable = config.mode === 'local' ? await createMovableClock(db, base) : undefined;
  const clock = movable ?? base;
  const trust = createTrust(config.master_lists_dir, specimenAuthority().certificates, config.mode);
  for (const refused of trust.refused)
    log.warn(refused, 'not used from MASTER_LISTS_DIR; see npm run operator -- trust');
  const portraits = createPortraitConverter();
  const cards = standIns ? await startLocalCards() : undefined;
  let workers: Workers | undefined;
  const deps: Deps = {
    config,
    db,
    clock,
    log,
    sealer,
    deriveKey: (purpose) => deriveKey(key, purpose),
    trust,
    portraits,
    faces: createFaceMatchers(config),
    payments: createPayments(),
    vat_numbers: vatNumberFormatCheck,
    wake: (worker) => workers?.wake(worker),
  };
  const draining = createDraining();
  const { app, api } = await createApp({
    deps,
    draining,
    ...(site && { site }),
    ...(rate_limits && { rate_limits }),
    ...(movable && { local: { clock: movable, onClockMoved: () => workers?.wakeAll(), cards: cards?.router } }),
  });
  const servers = listenAddresses(config).map((address): [Server, string | undefined] => [
    httpServer(draining.watch(app)),
    address,
  ]);

  return {
    deps,
    /** Starts the workers and listens. @returns the port. */
    async start(port: number): Promise<number> {
      workers = startWorkers(
        {
          callbacks: createCallbackWorker(deps),
          mail: createMailWorker(deps),
          auth: createAuthWorker(deps),
          billing: createBillingWorker(deps),
          collection: createCollectionWorker(deps),
          expiry: createExpiryWorker(deps),
          purge: createPurgeWorker(deps, database.checkpoint),
          recovery: createVerificationRecoveryWorker(deps),
          idempotency: { run: api.idempotency.purge },
        },
        log,
      );
      return listen(servers, port);
    },
    /** Tells balancers and callers to go elsewhere, finishes what runs, then lets go of everything. */
    async stop(): Promise<void> {
      const times = { pause_ms: config.drain_seconds * 1000, most_ms: DRAIN_MS };
      await draining.end(
        servers.map(([server]) => server),
        times,
      );
      await workers?.stop();
      await portraits.close();
      await cards?.close();
      await database.close();
    },
  };

  /** Without keys, local mode plays the card provider too. */
  async function startLocalCards() {
    const { startCardProvider } = await import('./stand-ins/card-provider/card-provider.ts');
    return startCardProvider({
      clock,
      folder: join(config.data_dir, 'card-provider'),
      public_url: config.public_url,
      webhook_url: `http://localhost:${config.port}${WEBHOOK_PATH}`,
      webhook_secret: LOCAL_WEBHOOK_SECRET,
      log,
    });
  }

  function createPayments(): PaymentGateway {
    if (config.stripe) {
      const { api, ...keys } = config.stripe;
      const port = api?.port ? Number(api.port) : undefined;
      const protocol = api?.protocol === 'http:' ? 'http' : 'https';
      return createStripeGateway({ ...keys, ...(api && { host: api.hostname, protocol, ...(port && { port }) }), log });
    }
    if (!cards) return noGateway;
    const { host, port, publishable_key, secret_key } = cards;
    const address = { host, port, protocol: 'http' as const };
    return createStripeGateway({ ...address, publishable_key, secret_key, webhook_secret: LOCAL_WEBHOOK_SECRET, log });
  }
}

export type Service = Awaited<ReturnType<typeof createService>>;

function httpServer(listener: RequestListener): Server {
  const server = createServer(listener);
  // Slow senders are cut off: headers within 10 s, the whole request within the documented 60 s.
  server.headersTimeout = 10_000;
  server.requestTimeout = 60_000;
  // Longer than the usual balancer keeps an idle connection: it, and not the service, is to close it.
  server.keepAliveTimeout = 65_000;
  return server;
}

/** Without an operator's matcher, demos of local mode have one that knows the specimens. */
function createFaceMatchers({ mode, face_matcher }: Config): Deps['faces'] {
  const live = face_matcher && createHttpFaceMatcher(face_matcher);
  return { live, demo: live ?? (mode === 'local' ? createSpecimenFaceMatcher() : undefined) };
}
