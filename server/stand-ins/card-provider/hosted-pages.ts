/**
 * What browsers load from the card provider, mounted at /_local/stripe: the script, the card fields it frames, the API for the
 * publishable key, and the bank's 3-D Secure page. The fields run in their own origin (CSP sandbox), so the surrounding page
 * cannot read a card number.
 */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import express, { type RequestHandler, type Response, type Router } from 'express';
import { colourVariables } from '../../../openapi/facts/colours.ts';
import { type Clock, escaped, type PageLayout, secondsOf } from '../host.ts';
import { readBody, readForm } from '../read-body.ts';
import type { Api } from './api.ts';
import type { Context } from './context.ts';
import { ProviderError } from './errors.ts';
import { newId } from './ids.ts';
import { failAuthentication, type Intent } from './intents.ts';
import { chargeAuthenticated } from './payment-intents.ts';
import { succeedSetupIntent } from './setup-intents.ts';
import type { Challenge, Store } from './store.ts';
import { BRANDS, TEST_CARDS } from './test-cards.ts';

const BODY_LIMIT = 64 * 1024;
const ASSETS = [
  'v3.js',
  'field.js',
  'field-formats.js',
  'field-texts.js',
  'challenge.js',
  'authenticated.js',
  'hosted.css',
];

const FIELDS = {
  number: { title: 'Card number', name: 'cardnumber', autocomplete: 'cc-number' },
  expiry: { title: 'Expiry date', name: 'exp-date', autocomplete: 'cc-exp' },
  cvc: { title: 'Security code', name: 'cvc', autocomplete: 'cc-csc' },
} as const;

interface HostedOptions {
  api: Api;
  store: Store;
  clock: Clock;
  public_url: string;
  page: PageLayout;
  wake: () => void;
}

export function createHostedPages(options: HostedOptions): Router {
  const { api, page } = options;
  const router = express.Router();
  router.get('/', (_req, res) => void res.type('html').send(testCardsPage(page)));
  for (const name of ASSETS) router.get(`/${name}`, asset(name));
  for (const name of Object.keys(FIELDS) as (keyof typeof FIELDS)[])
    router.get(`/field/${name}`, (_req, res) => sendHostedPage(res, fieldPage(name, options.clock.now())));
  router.use('/v1', browserApi(api));
  router.use('/authenticate', createChallengePages(options));
  return router;
}

function asset(name: string): RequestHandler {
  const file = readFileSync(join(import.meta.dirname, 'browser', name), 'utf8');
  const text = name.endsWith('.css') ? `:root {\n${colourVariables}\n}\n${file}` : file;
  return (_req, res) => {
    // The sandboxed fields have no origin, so they can load modules only if every origin is allowed.
    res.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' });
    res.set('Cache-Control', 'no-cache').type(extname(name)).send(text);
  };
}

function fieldPage(field: keyof typeof FIELDS, now: Date) {
  const { title, name, autocomplete } = FIELDS[field];
  return {
    title,
    body: `<body class="field" data-field="${field}" data-month="${now.toISOString().slice(0, 7)}">
<input name="${name}" autocomplete="${autocomplete}" inputmode="numeric" spellcheck="false" autocorrect="off">`,
    policy: `connect-src 'self'; form-action 'none'; sandbox allow-scripts`,
    script: 'field.js',
  };
}

function browserApi(api: Api): RequestHandler {
  return async (req, res) => {
    const body = req.method === 'POST' ? await readBody(req, BODY_LIMIT) : '';
    const answer = await api(
      { method: req.method, url: `/v1${req.url}`, headers: req.headers, body },
      { browsers: true },
    );
    // The sandboxed fields have no origin that could be named. Responses contain only what the caller's key gives access to.
    res.writeHead(answer.status, { ...answer.headers, 'Access-Control-Allow-Origin': '*' }).end(answer.body);
  };
}

const testCardsPage = (page: PageLayout) =>
  page(
    'Cards',
    `<p>Local mode's card provider accepts these numbers with any future expiry date and any security code. No other cards exist in it.</p>
<dl>${TEST_CARDS.map(({ number, does, brand }) => `<div><dt><code>${number.replace(/(.{4})(?=.)/g, '$1 ')}</code></dt><dd>${escaped(BRANDS[brand] ?? brand)} · ${escaped(does)}</dd></div>`).join('')}</dl>`,
  );

function createChallengePages(options: HostedOptions): Router {
  const { store, wake } = options;
  const router = express.Router();

  router.get('/:source', (req, res) => {
    const challenge = store.challenge(req.params.source);
    if (challenge?.open) sendChallenge(res, challenge, store.findAny(challenge.intent) as Intent);
    else sendAnswered(res);
  });

  router.post('/:source', async (req, res) => {
    const form = await readForm(req, BODY_LIMIT);
    const challenge = store.challenge(req.params.source);
    if (!challenge?.open) return sendAnswered(res);
    const intent = answerChallenge(options, challenge, form.get('outcome') === 'complete');
    wake();
    if (challenge.return_url) res.redirect(303, returnAddress(challenge.return_url, intent));
    else sendAnswered(res);
  });

  return router;
}

function answerChallenge(options: HostedOptions, challenge: Challenge, isAgreed: boolean): Intent {
  const { store, clock, public_url } = options;
  return store.transaction(() => {
    store.putChallenge({ ...challenge, open: false });
    const context: Context = {
      store,
      now: secondsOf(clock),
      request: { id: newId.request(), idempotency_key: null },
      publishable: true,
      public_url,
    };
    const intent = store.findAny(challenge.intent) as Intent;
    try {
      if (!isAgreed) failAuthentication(context, intent);
      else if (intent.object === 'setup_intent') succeedSetupIntent(context, intent);
      else chargeAuthenticated(context, intent);
    } catch (error) {
      // The bank may refuse although the cardholder has approved. The refusal is recorded in the intent.
      if (!(error instanceof ProviderError)) throw error;
    }
    return store.findAny(challenge.intent) as Intent;
  });
}

function returnAddress(return_url: string, { object, id, client_secret, status }: Intent): string {
  const url = new URL(return_url);
  url.searchParams.set(object, id);
  url.searchParams.set(`${object}_client_secret`, client_secret ?? '');
  url.searchParams.set('redirect_status', status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}

function sendChallenge(res: Response, { return_url }: Challenge, intent: Intent): void {
  const back = return_url && URL.canParse(return_url) ? ` ${new URL(return_url).origin}` : '';
  const question =
    intent.object === 'setup_intent'
      ? 'A shop wants to save your card for later payments.'
      : `A shop wants to charge your card ${(intent.amount / 100).toFixed(2)} ${intent.currency.toUpperCase()}.`;
  sendHostedPage(res, {
    title: '3-D Secure',
    body: `<body class="challenge"><main><p class="bank">Stand-in for your bank</p><h1 tabindex="-1">3-D Secure</h1><p>${escaped(question)} Do you agree?</p>
<form method="post"><button name="outcome" value="complete" id="complete">Complete</button> <button name="outcome" value="fail" id="fail">Fail</button></form></main>`,
    policy: `form-action 'self'${back}`,
    script: 'challenge.js',
  });
}

const sendAnswered = (res: Response) =>
  sendHostedPage(res, {
    title: '3-D Secure',
    body: '<body class="challenge"><main><h1>3-D Secure</h1><p>Done. You can close this page.</p></main>',
    policy: "form-action 'none'",
    script: 'authenticated.js',
  });

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; frame-ancestors 'self'";

interface HostedPage {
  title: string;
  body: string;
  /** Added to the Content-Security-Policy, which otherwise allows only the page's script and style. */
  policy: string;
  script: string;
}

function sendHostedPage(res: Response, { title, body, policy, script }: HostedPage): void {
  res
    .set({ 'Content-Security-Policy': `${POLICY}; ${policy}`, 'Cache-Control': 'no-store' })
    .type('html')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<link rel="stylesheet" href="/_local/stripe/hosted.css"><script type="module" src="/_local/stripe/${script}"></script></head>
${body}</body></html>`,
    );
}
