/** Assembles the HTTP layer: API, health checks, local mode and site. Does not listen yet. */
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import express, { type Express, type Request, type Response, type Router } from 'express';
import { authenticateAccessToken } from './auth/sign-in/bearer.service.ts';
import { createWebhook, WEBHOOK_PATH } from './billing/payment/stripe-webhook.ts';
import { systemClock } from './core/clock.ts';
import type { OutsideContext } from './core/context.ts';
import type { Deps } from './core/deps.ts';
import { type ApiOptions, createApi } from './http/api.ts';
import { sendAnswer } from './http/call/send-answer.ts';
import { createBodyBudget } from './http/limits/body-budget.ts';
import type { Draining } from './http/limits/draining.ts';
import { shortenLists } from './http/limits/header-lists.ts';
import { limitVisits } from './http/limits/rate-limits.ts';
import { createHostCheck } from './http/site/host-check.ts';
import { createPackageFiles } from './http/site/packages.ts';
import { createPageFailures, createPageLog } from './http/site/pages.ts';
import { createHealthChecks, type createReadiness } from './http/site/readiness.ts';
import { answerHeaders, siteHeaders } from './http/site/security-headers.ts';
import { createSite, type OfferedFaces } from './http/site/site.ts';
import { createWellKnown } from './http/site/well-known.ts';
import { createLogoFiles } from './merchants/logo.ts';
import { operations } from './operations.ts';
import { createProofKeyFiles } from './proofs/proof-key-files.ts';
import { admitSubmission } from './reader/reader.service.ts';
import { isMarked, markKey } from './secrets/random-secret.ts';
import { mayTokenReturnTo } from './sessions/session/return-address.service.ts';
import { findSessionLanguage } from './sessions/session/session.service.ts';
import { createSpecimenFiles } from './specimen/specimen-files.ts';
import type { StatusView } from './status/status.service.ts';
import { createStatusFile } from './status/status-file.ts';
import { authenticateApiKey, SECRET_PREFIX } from './users/user.service.ts';

export interface AppOptions {
  ctx: OutsideContext;
  draining: Pick<Draining, 'has_begun' | 'watch'>;
  site?: string;
  limiter: ApiOptions['limiter'];
  onAnswered: NonNullable<ApiOptions['onAnswered']>;
  readiness: ReturnType<typeof createReadiness>;
  status: StatusView;
  local?: Router;
}

export function createApp(options: AppOptions) {
  const { ctx, draining, limiter, onAnswered } = options;
  const { config, clock } = ctx.deps;
  const bodies = createBodyBudget();
  const marks = markKey(ctx.deps);
  const api = createApi({
    ctx,
    handlers: operations,
    admissions: { 'reader.submit': admitSubmission },
    authenticate: {
      apiKey: (public_key, secret) => authenticateApiKey(ctx, { public_key, secret }),
      accessToken: (token) => authenticateAccessToken(ctx, token),
      isOurs: (secret) => isMarked(marks, secret.replace(SECRET_PREFIX, '')),
    },
    bodies,
    draining,
    limiter,
    onAnswered,
  });
  const webhook = createWebhook(ctx, bodies);
  // Only the webhook and the pages are watched for the shutdown here: the API announces it in its own responses.
  const watchedWebhook = draining.watch((req, res) => void webhook(req, res));
  const watchedPages = draining.watch(createPages(options));
  const logPage = createPageLog({ ...config, log: ctx.deps.log, nameNetwork: api.nameNetwork });
  const checkHost = createHostCheck(config);
  const listener: RequestListener = (req, res) => {
    shortenLists(req.headers);
    // The clock that signs and stamps, so that clients can compare theirs with it. Node writes the system's more cheaply.
    if (clock !== systemClock) res.setHeader('Date', clock.now().toUTCString());
    const refusal = checkHost(req);
    if (refusal) {
      logPage(req, res);
      const headers = { ...answerHeaders(config.public_url), 'X-Request-Id': refusal.id, Connection: 'close' };
      sendAnswer(req, res, refusal.answer, headers);
    } else if (req.url === WEBHOOK_PATH) {
      logPage(req, res, WEBHOOK_PATH);
      watchedWebhook(req, res);
    }
    // API calls bypass the Express app, which would first change the prototypes of request and response
    // (docs/decisions/openapi-backend.md).
    else
      api.router(req as Request, res as Response, () => {
        logPage(req, res);
        watchedPages(req, res);
      });
  };
  const isPage = (url: string) => url === WEBHOOK_PATH || !url.startsWith('/api/');
  return { listener: ctx.deps.telemetry?.watchPages(listener, isPage) ?? listener, api, bodies };
}

/** Lets an orchestrator watch a process that has no API or pages. */
export function createProbes({ draining, readiness }: Pick<AppOptions, 'draining' | 'readiness'>): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.use(createHealthChecks(readiness, draining));
  app.use((_req, res) => void res.status(404).json({ error: 'This process only works in the background' }));
  return draining.watch(app);
}

function createPages({
  ctx,
  draining,
  site = join(import.meta.dirname, '../web/dist'),
  limiter,
  readiness,
  status,
  local,
}: AppOptions): Express {
  const { deps } = ctx;
  const { config, clock, log } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.use(siteHeaders({ publicUrl: config.public_url, stripe: config.stripe !== undefined }));
  app.use(createHealthChecks(readiness, draining));
  app.use(limitVisits(limiter, config.trusted_proxies));
  app.use(createStatusFile(status));
  app.use(createSpecimenFiles(clock));
  app.use(createProofKeyFiles(ctx));
  app.use(createLogoFiles(ctx));
  app.use(createWellKnown(config, clock));
  app.use('/sdk', createPackageFiles(config.public_url));
  if (local) app.use(local);
  app.use(
    createSite(site, config.public_url, {
      faces: offeredFaces(deps),
      session_language: (token) => findSessionLanguage(ctx, token),
      may_return: (token, redirect_url) => mayTokenReturnTo(ctx, token, redirect_url),
    }),
  );
  app.use(createPageFailures(log, readiness));
  return app;
}

function offeredFaces({ faces: { live, demo }, config }: Deps): OfferedFaces {
  const words = [
    demo && 'demo',
    live && 'live',
    live?.provider && 'provider',
    live?.provider && live.liveness && 'liveness',
    config.mode === 'local' && !live?.provider && 'stand-in',
  ] as const;
  return { words: words.filter((word) => !!word), provider: live?.provider };
}
