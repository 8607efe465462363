/** Assembles the service from its configuration: database, keys, trust, workers and the HTTP server. */
import { createSecretKey } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import packageFile from '../package.json' with { type: 'json' };
import { createApp, createProbes } from './app.ts';
import { createAuthWorker } from './auth/auth.worker.ts';
import { createBreachedPasswords } from './auth/password/breached-passwords.ts';
import { PASSWORD_COST, type PasswordCost } from './auth/password/password-hash.ts';
import { createSignInProviders } from './auth/provider/openid-client.ts';
import { createGuessAlarm } from './auth/sign-in/guess-throttles.ts';
import { createBillingWorker } from './billing/account/billing.worker.ts';
import { createVatNumberWorker } from './billing/account/billing-vat-number.worker.ts';
import { drawDocument } from './billing/document/bill-drawing.ts';
import { createCollectionWorker } from './billing/payment/collection.worker.ts';
import { WEBHOOK_PATH } from './billing/payment/stripe-webhook.ts';
import { type VatNumberCheck, vatNumberFormatCheck } from './billing/terms/vat.ts';
import { createViesCheck } from './billing/terms/vies.ts';
import { createCallbackWorker } from './callbacks/callback.worker.ts';
import { findPositions } from './callbacks/callback-listen.repository.ts';
import { createCallbackPurgeWorker } from './callbacks/callback-purge.worker.ts';
import { createWaitingCalls } from './callbacks/waiting-calls.ts';
import { type Clock, systemClock } from './core/clock.ts';
import type { Config } from './core/config.ts';
import type { OutsideContext } from './core/context.ts';
import type { Deps } from './core/deps.ts';
import type { Logger } from './core/log.ts';
import { StartError } from './core/start-error.ts';
import { startWorkers, type Worker } from './core/workers.ts';
import type { Db, OpenDatabase } from './database/database.ts';
import { A_START, type Access, openData } from './database/open-data.ts';
import { createDocumentDrawer } from './drawing/document-drawer.ts';
import { createExportPlaces } from './exports/export-places.ts';
import type { FaceEmbedder } from './face/embedding-matcher.ts';
import type { FaceMatchers } from './face/face-matcher.ts';
import { createHttpFaceMatcher } from './face/http-face-matcher.ts';
import { createDraining } from './http/limits/draining.ts';
import {
  createRateLimiter,
  noRateLimits,
  type RateLimiter,
  type RateLimits,
  raisedRateLimits,
} from './http/limits/rate-limits.ts';
import { watchEventLoop } from './http/limits/scarcity.ts';
import { inTurn } from './http/limits/turns.ts';
import { listen, listenAddresses } from './http/site/listen.ts';
import { createReadiness } from './http/site/readiness.ts';
import type { LocalMode, LocalModeOptions } from './local/local-mode.ts';
import { createMailWorker } from './mail/mail.worker.ts';
import { laterGateway, noGateway, type PaymentGateway, watchProvider } from './payments/gateway.ts';
import type { StripeOptions } from './payments/stripe-gateway.ts';
import { createPortraitConverter } from './portrait/portrait-converter.ts';
import { createDocumentVerifier } from './reader/document-verifier.ts';
import { createVerificationRecoveryWorker } from './reader/verdict-recovery.worker.ts';
import { createRequestWorker } from './requests/request.worker.ts';
import { createRequestLog, type RequestLog } from './requests/request-log.ts';
import { openErasureKeys } from './secrets/erasure-keys.ts';
import { deriveKey } from './secrets/sealing.ts';
import { createServerSealer, localServerKey, openServerKey, type ServerKeys } from './secrets/server-key.ts';
import { createExpiryWorker, createPurgeWorker } from './sessions/session.workers.ts';
import { createAnswerTimes } from './status/answer-times.ts';
import { createReadings } from './status/readings.ts';
import { createStatus, type StatusView } from './status/status.service.ts';
import { createStatusWorker } from './status/status.worker.ts';
import { loadTelemetry } from './telemetry/telemetry.ts';
import { createCallCountWorker } from './throttling/call-count.worker.ts';
import { readImported } from './trust/imported.service.ts';
import { createTrust } from './trust/trust.ts';
import { createTrustWorker } from './trust/trust.worker.ts';
import { createWakeUps } from './wake-ups.ts';

const DRAIN_MS = 8_000;

export interface ServiceOptions {
  config: Config;
  log: Logger;
  clock?: Clock;
  site?: string;
  rate_limits?: RateLimits;
  /** Whether callers must share the event loop fairly. By default it is measured. */
  is_scarce?: () => boolean;
  /** For passwords set from now on. Not configurable, so that it cannot be lowered by mistake. */
  password_cost?: PasswordCost;
  /** Whether local mode runs the card provider's stand-in. A command that runs beside a server leaves that to the server. */
  plays_card_provider?: boolean;
  /** What this process may do to the database. A server creates and migrates it. */
  access?: Access;
  replaces_erasure_keys?: boolean;
  front?: (listener: RequestListener) => RequestListener;
}

export type Service = Awaited<ReturnType<typeof createService>>;

export async function createService({ config, log, clock: realClock = systemClock, ...options }: ServiceOptions) {
  const { database, ...keys } = await openDatabaseAndKeys(config, log, options);
  const { db } = database;
  const local = await loadLocalMode({
    config,
    db,
    clock: realClock,
    log,
    card_events_url: `http://localhost:${config.port}${WEBHOOK_PATH}`,
    plays_card_provider: options.plays_card_provider ?? !config.stripe,
  });
  const wakeUps = createWakeUps(config, log);
  const clock = local?.clock ?? realClock;
  const deps = await createDeps({
    config,
    db,
    reader: database.reader,
    log,
    ...keys,
    clock,
    local,
    password_cost: options.password_cost ?? PASSWORD_COST,
    telemetry: await loadTelemetry({ config: config.telemetry, version: packageFile.version, log }),
    wake: wakeUps.wake,
    shareCalls: wakeUps.share,
  });
  const ctx: OutsideContext = { db, deps };
  const eventLoop = watchEventLoop();
  const limits = options.rate_limits ?? rateLimitsOf(config);
  const limiter = createRateLimiter(limits, deps.clock, options.is_scarce ?? eventLoop.isScarce);
  const requests = createRequestLog(() => wakeUps.wakeHere('requests'));
  const answers = createAnswerTimes(clock);
  const warnings = () => deps.trust.warnings.map((text) => `trust: ${text}`);
  const readiness = createReadiness({ db, config, log, warnings });
  const status = createStatus(ctx, { readiness, answers });
  const draining = createDraining();
  const { listener, api, bodies } = createApp({
    ctx,
    draining,
    ...(options.site && { site: options.site }),
    limiter,
    onAnswered(call) {
      if (config.request_log_days > 0) requests.note(call);
      answers.note(call);
    },
    readiness,
    status,
    ...(local && { local: local.createRouter(wakeUps.wakeAll) }),
  });
  if (deps.telemetry) database.watch?.(deps.telemetry.beginQuery);
  deps.telemetry?.observe(createReadings(ctx, { ...database, readiness, bodies, requests }));
  const served = config.role === 'worker' ? createProbes({ draining, readiness }) : listener;
  const servers = serversOf(config, options.front?.(served) ?? served);

  return {
    ctx,
    deps,
    async start(port: number): Promise<number> {
      await deps.telemetry?.listen();
      await wakeUps.start(startWorkers(createWorkers({ ctx, database, api, limiter, requests, status }), log));
      return listen(servers, port);
    },
    /** Tells load balancers and clients to use another server, finishes running work, then releases everything. */
    async stop() {
      eventLoop.stop();
      await stopService({ servers, draining, deps, wakeUps, local, database });
    },
  };
}

interface Running {
  database: OpenDatabase;
  servers: ReturnType<typeof serversOf>;
  draining: ReturnType<typeof createDraining>;
  deps: Deps;
  wakeUps: ReturnType<typeof createWakeUps>;
  local: LocalMode | undefined;
}

async function stopService({ servers, draining, deps, wakeUps, local, database }: Running): Promise<void> {
  const drained = draining.end(
    servers.map(([server]) => server),
    { pause_ms: deps.config.drain_seconds * 1000, most_ms: DRAIN_MS },
  );
  deps.waiting_calls.end();
  await drained;
  await wakeUps.stop();
  await deps.verifier.close();
  await deps.portraits.close();
  await deps.documents.close();
  await deps.faces.close?.();
  await local?.close();
  await deps.telemetry?.stop();
  await database.close();
}

interface Parts
  extends Pick<
      Deps,
      'reader' | 'config' | 'log' | 'sealer' | 'erasure_keys' | 'clock' | 'password_cost' | 'telemetry' | 'wake'
    >,
    Pick<OutsideContext, 'db'> {
  root: Buffer;
  local: LocalMode | undefined;
  shareCalls(calls: Deps['waiting_calls']): Deps['waiting_calls'];
}

async function createDeps({ db, root, local, shareCalls, ...given }: Parts): Promise<Deps> {
  const { config, log, clock } = given;
  const rootKey = createSecretKey(root);
  return {
    ...given,
    deriveKey: (purpose) => createSecretKey(deriveKey(rootKey, purpose)),
    trust: await loadTrust(config, db, log),
    verifier: createDocumentVerifier({ log }),
    portraits: createPortraitConverter(),
    faces: await createFaceMatchers(config, local?.faces),
    breached_passwords: createBreachedPasswords({ url: config.breached_passwords_url, log }),
    sign_in: createSignInProviders({ config, log }),
    guess_alarm: createGuessAlarm({ clock, log }),
    waiting_calls: shareCalls(createWaitingCalls((merchant_ids) => findPositions(db, merchant_ids))),
    exports: createExportPlaces(),
    documents: createDocumentDrawer({ log }),
    ...createPayments(config, local, log, clock),
    vat_numbers: createVatNumberCheck(config, log),
  };
}

async function openDatabaseAndKeys(
  config: Config,
  log: Logger,
  { access = A_START, replaces_erasure_keys }: Pick<ServiceOptions, 'access' | 'replaces_erasure_keys'>,
) {
  // A process that listens for notifications uses one connection for that.
  const listening = access.makes ? 1 : 0;
  const database = await openData({ ...config, database_pool_size: config.database_pool_size - listening }, access);
  if (database.applied.length > 0) log.info({ applied: database.applied }, 'database migrated');
  try {
    const key = config.server_key ?? localServerKey(config.data_dir, access.makes);
    const keys: ServerKeys = [key, ...config.previous_server_keys];
    const root = await openServerKey(database.db, keys);
    // SQLite needs no erasure keys: it empties its log, and overwrites deleted data.
    const use = replaces_erasure_keys ? 'replace' : access.makes ? 'make' : 'look';
    const erasure_keys = config.database_url && (await openErasureKeys(database.db, config.erasure_keys_dir, use));
    return { database, root, erasure_keys: erasure_keys || undefined, sealer: createServerSealer(keys) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const rateLimitsOf = ({ rate_limits }: Config): RateLimits =>
  rate_limits === Number.POSITIVE_INFINITY ? noRateLimits : raisedRateLimits(rate_limits);

/** In production not even the code of local mode is loaded. */
async function loadLocalMode(options: LocalModeOptions): Promise<LocalMode | undefined> {
  if (options.config.mode === 'production') return undefined;
  const { startLocalMode } = await import('./local/local-mode.ts');
  return startLocalMode(options);
}

async function loadTrust({ master_lists_dir, mode }: Config, db: Db, log: Logger) {
  const trust = await createTrust(master_lists_dir, specimenCertificates, mode, await readImported(db));
  for (const refused of trust.refused)
    log.warn(refused, 'a file in MASTER_LISTS_DIR is not used; run npm run operator -- trust status');
  return trust;
}

/** Finding the specimens' keys is slow, so production does it only when the first demo or specimen session needs them. */
async function specimenCertificates(): Promise<Uint8Array[]> {
  const { specimenAuthorities } = await import('./specimen/specimens.ts');
  return specimenAuthorities();
}

/** In local mode, the stand-in compares faces for as long as an outcome of its is chosen. */
async function createFaceMatchers(config: Config, standIn: LocalMode['faces']): Promise<FaceMatchers> {
  const own = await createOwnMatchers(config);
  if (!standIn) return own;
  const partner = createHttpFaceMatcher(standIn.matcher);
  return {
    get live() {
      return standIn.isChosen() ? partner : own.live;
    },
    get demo() {
      return standIn.isChosen() ? partner : own.demo;
    },
    close: async () => own.close?.(),
  };
}

/** In production the demonstration serves demo and specimen sessions only; in local mode it serves live ones too. */
async function createOwnMatchers({ mode, face_matcher }: Config): Promise<FaceMatchers> {
  if (face_matcher?.by === 'http') {
    const matcher = createHttpFaceMatcher(face_matcher);
    return { live: matcher, demo: matcher };
  }
  const { createEmbeddingMatchers } = await import('./face/embedding-matcher.ts');
  if (face_matcher?.by === 'onnx') {
    const { createOnnxFaceEmbedder } = await import('./face/onnx-face-embedder.ts');
    return createEmbeddingMatchers(await createOnnxFaceEmbedder(face_matcher));
  }
  const demonstration = face_matcher && (await loadDemonstration(face_matcher));
  const matchers = demonstration && createEmbeddingMatchers(demonstration);
  if (mode === 'production') return { ...matchers, live: undefined };
  if (matchers) return matchers;
  const { specimenFaceEmbedder } = await import('./face/specimen-face-embedder.ts');
  const { live, demo } = createEmbeddingMatchers(specimenFaceEmbedder);
  return { live: face_matcher && live, demo };
}

async function loadDemonstration({ required }: { required: boolean }): Promise<FaceEmbedder | undefined> {
  const { createDemonstrationEmbedder, loadFacePackage } = await import('./face/face-engine.ts');
  const face = await loadFacePackage();
  if (face) return createDemonstrationEmbedder(face);
  if (!required) return undefined;
  throw new StartError('FACE_DEMONSTRATION=on requires the package @sigill/face. Install it beside the service.');
}

function createPayments(config: Config, local: LocalMode | undefined, log: Logger, clock: Clock) {
  const configured = configuredGateway(config, local, log);
  if (!configured) return { payments: noGateway };
  const { gateway, health } = watchProvider(configured, clock);
  return { payments: gateway, card_provider: health };
}

function configuredGateway({ stripe }: Config, local: LocalMode | undefined, log: Logger): PaymentGateway | undefined {
  if (stripe) {
    const { api, ...keys } = stripe;
    return stripeGateway({ ...keys, ...(api && addressOf(api)), log });
  }
  return local?.stripe && stripeGateway({ ...local.stripe, log });
}

const stripeGateway = (options: StripeOptions): PaymentGateway =>
  laterGateway(options.publishable_key, async () => {
    const { createStripeGateway } = await import('./payments/stripe-gateway.ts');
    return createStripeGateway(options);
  });

const createVatNumberCheck = ({ vies_url: url, seller }: Config, log: Logger): VatNumberCheck =>
  url ? createViesCheck({ url, requester: seller.vat_number, log }) : vatNumberFormatCheck;

const addressOf = ({ hostname, port, protocol }: URL) => ({
  host: hostname,
  protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
  ...(port && { port: Number(port) }),
});

interface WorkersOptions {
  ctx: OutsideContext;
  database: Pick<OpenDatabase, 'checkpoint'>;
  api: Awaited<ReturnType<typeof createApp>>['api'];
  limiter: RateLimiter;
  requests: RequestLog;
  status: StatusView;
}

const createWorkers = ({ api, database, ...options }: WorkersOptions): Record<string, Worker> => ({
  ...createOwnWorkers(options),
  ...(options.ctx.deps.config.role !== 'web' && createSharedWorkers(options.ctx, database, api)),
});

/** Work that the processes on one database share: each of them can do it, except those with the role `web`. */
const createSharedWorkers = (
  ctx: OutsideContext,
  database: WorkersOptions['database'],
  api: WorkersOptions['api'],
) => ({
  callbacks: createCallbackWorker(ctx),
  callback_purge: createCallbackPurgeWorker(ctx),
  mail: createMailWorker(ctx, drawDocument(ctx)),
  auth: createAuthWorker(ctx),
  billing: createBillingWorker(ctx),
  collection: createCollectionWorker(ctx),
  vat_numbers: createVatNumberWorker(ctx),
  expiry: createExpiryWorker(ctx),
  purge: createPurgeWorker(ctx, database.checkpoint),
  recovery: createVerificationRecoveryWorker(ctx),
  idempotency: { run: api.idempotency.purge },
});

const createOwnWorkers = ({ ctx, limiter, requests, status }: Omit<WorkersOptions, 'api' | 'database'>) => ({
  calls: createCallCountWorker(ctx, limiter.counters),
  requests: createRequestWorker(ctx, requests),
  trust: createTrustWorker(ctx),
  status: createStatusWorker(ctx, status),
});

const FIRST_HEADERS_MS = 10_000;

const serversOf = (config: Config, listener: RequestListener) =>
  listenAddresses(config).map((address): [Server, string | undefined] => [httpServer(config, listener), address]);

function httpServer({ max_connections }: Config, listener: RequestListener): Server {
  const respond = inTurn(listener);
  const server = createServer((req, res) => {
    if (req.socket.timeout === FIRST_HEADERS_MS) req.socket.setTimeout(0);
    respond(req, res);
  });
  // Slow clients are disconnected: headers must arrive within 10 s, the whole request within the documented 60 s.
  server.headersTimeout = FIRST_HEADERS_MS;
  server.requestTimeout = 60_000;
  // Node checks those timeouts only every 30 s. This disconnects clients that have sent nothing for 10 s.
  server.on('connection', (socket) => void socket.setTimeout(FIRST_HEADERS_MS));
  server.maxConnections = max_connections;
  // Idle connections should be closed by the load balancer rather than the service, so this is longer than load balancers
  // usually keep one.
  server.keepAliveTimeout = 65_000;
  return server;
}
