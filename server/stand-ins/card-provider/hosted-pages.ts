/**
 * What browsers load from the card provider, mounted at /_local/stripe: the script, the card fields it frames, the API for
 * the publishable key, and the bank's 3-D Secure page. The fields run in an origin of their own (CSP sandbox), so the page
 * around them cannot read a card number.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Response, type Router } from 'express';
import { colourVariables } from '../../../facts/colours.ts';
import type { Clock } from '../../core/clock.ts';
import { escapeHtml } from '../../core/escape-html.ts';
import { readBody } from '../../http/body.ts';
import { page } from '../../local/pages.ts';
import type { Api } from './api.ts';
import type { Context } from './context.ts';
import { ProviderError } from './errors.ts';
import { newId } from './ids.ts';
import type { Intent } from './intents.ts';
import { authenticatePaymentIntent } from './payment-intents.ts';
import { authenticateSetupIntent } from './setup-intents.ts';
import type { Challenge, Store } from './store.ts';
import { TEST_CARDS } from './test-cards.ts';

const BODY_LIMIT = 64 * 1024;
const ASSETS = {
  'v3.js': 'js',
  'field.js': 'js',
  'challenge.js': 'js',
  'authenticated.js': 'js',
  'hosted.css': 'css',
} as const;
const HOSTED = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; frame-ancestors 'self'";

const FIELDS = {
  number: { title: 'Card number', name: 'cardnumber', autocomplete: 'cc-number' },
  expiry: { title: 'Expiry date', name: 'exp-date', autocomplete: 'cc-exp' },
  cvc: { title: 'Security code', name: 'cvc', autocomplete: 'cc-csc' },
} as const;

/** As their owners write them. */
const BRAND_NAMES: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

interface HostedOptions {
  api: Api;
  store: Store;
  clock: Clock;
  public_url: string;
  /** Called after an event was caused. */
  wake: () => void;
}

export function createHostedPages({ api, store, clock, public_url, wake }: HostedOptions): Router {
  const router = express.Router();

  router.get('/', (_req, res) => void res.type('html').send(testCardsPage()));

  for (const [name, type] of Object.entries(ASSETS)) {
    const file = readFileSync(join(import.meta.dirname, 'browser', name), 'utf8');
    const text = type === 'css' ? `:root {\n${colourVariables}\n}\n${file}` : file;
    router.get(`/${name}`, (_req, res) => {
      // The sandboxed fields load these from no origin at all.
      res.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Cache-Control': 'no-cache' });
      res.type(type).send(text);
    });
  }

  for (const [name, field] of Object.entries(FIELDS)) {
    router.get(`/field/${name}`, (_req, res) => {
      sendHosted(
        res,
        `connect-src 'self'; form-action 'none'; sandbox allow-scripts`,
        field.title,
        `<body class="field" data-field="${name}" data-month="${clock.now().toISOString().slice(0, 7)}">
<input name="${field.name}" autocomplete="${field.autocomplete}" inputmode="numeric" spellcheck="false" autocorrect="off">`,
        'field.js',
      );
    });
  }

  router.use('/v1', async (req, res) => {
    const body = req.method === 'POST' ? (await readBody(req, BODY_LIMIT)).toString('utf8') : '';
    const answer = await api(
      { method: req.method, url: `/v1${req.url}`, headers: req.headers, body },
      { browsers: true },
    );
    // Answers hold nothing that the caller's keys do not open, and the fields' origin cannot be named.
    res.writeHead(answer.status, { ...answer.headers, 'Access-Control-Allow-Origin': '*' }).end(answer.body);
  });

  router.get('/authenticate/:source', (req, res) => {
    const challenge = store.challenge(req.params.source);
    if (challenge?.open) sendChallenge(res, challenge, store.findAny(challenge.intent) as Intent);
    else sendAnswered(res);
  });
  router.post('/authenticate/:source', async (req, res) => {
    const form = new URLSearchParams((await readBody(req, BODY_LIMIT)).toString('utf8'));
    const challenge = store.challenge(req.params.source);
    const passed = form.get('outcome') === 'complete';
    if (!challenge?.open) return sendAnswered(res);
    const intent = answerChallenge(challenge, passed);
    wake();
    if (challenge.return_url) res.redirect(303, returnAddress(challenge.return_url, intent));
    else sendAnswered(res);
  });

  function answerChallenge(challenge: Challenge, passed: boolean): Intent {
    return store.transaction(() => {
      store.putChallenge({ ...challenge, open: false });
      const context: Context = {
        store,
        now: Math.floor(clock.now().getTime() / 1000),
        request: { id: newId.request(), idempotency_key: null },
        publishable: true,
        public_url,
      };
      const intent = store.findAny(challenge.intent) as Intent;
      try {
        if (intent.object === 'setup_intent') authenticateSetupIntent(context, intent, passed);
        else authenticatePaymentIntent(context, intent, passed);
      } catch (error) {
        // The bank may refuse after the cardholder agreed; the intent says so.
        if (!(error instanceof ProviderError)) throw error;
      }
      return store.findAny(challenge.intent) as Intent;
    });
  }

  return router;
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
  const what =
    intent.object === 'setup_intent'
      ? 'A shop wants to save your card for later payments.'
      : `A shop wants to charge your card ${(intent.amount / 100).toFixed(2)} ${intent.currency.toUpperCase()}.`;
  sendHosted(
    res,
    `form-action 'self'${back}`,
    '3-D Secure',
    `<body class="challenge"><main><p class="bank">Your bank, played locally</p><h1 tabindex="-1">3-D Secure</h1><p>${escapeHtml(what)} Do you agree?</p>
<form method="post"><button name="outcome" value="complete" id="complete">Complete</button> <button name="outcome" value="fail" id="fail">Fail</button></form></main>`,
    'challenge.js',
  );
}

/** Tells the page around it, when there is one, that the cardholder is done. */
const sendAnswered = (res: Response) =>
  sendHosted(
    res,
    "form-action 'none'",
    '3-D Secure',
    '<body class="challenge"><main><h1>3-D Secure</h1><p>Answered. You can close this page.</p></main>',
    'authenticated.js',
  );

function sendHosted(res: Response, policy: string, title: string, body: string, script?: string): void {
  res
    .set({ 'Content-Security-Policy': `${HOSTED}; ${policy}`, 'Cache-Control': 'no-store' })
    .type('html')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<link rel="stylesheet" href="/_local/stripe/hosted.css">${script ? `<script src="/_local/stripe/${script}" defer></script>` : ''}</head>
${body}</body></html>`,
    );
}

const testCardsPage = () =>
  page(
    'Cards',
    `<p>The card provider of local mode accepts these numbers, with any later expiry date and any security code. No other card exists in it.</p>
<dl>${TEST_CARDS.map(({ number, does, brand }) => `<div><dt><code>${number.replace(/(.{4})(?=.)/g, '$1 ')}</code></dt><dd>${escapeHtml(BRAND_NAMES[brand] ?? brand)} · ${escapeHtml(does)}</dd></div>`).join('')}</dl>`,
  );
