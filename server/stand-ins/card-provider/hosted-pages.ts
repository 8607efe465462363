/**
 * What browsers load from the card provider, mounted at /_local/stripe: the script, the card fields it frames, the API for the
 * publishable key, and the bank's 3-D Secure page. The fields run in their own origin (CSP sandbox), so the surrounding page
 * cannot read a card number.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type RequestHandler, type Router } from 'express';
import { colourVariables } from '../../../openapi/facts/colours.ts';
import type { PageLayout } from '../host.ts';
import { readBody } from '../read-body.ts';
import type { Api } from './api.ts';
import { type ChallengeOptions, createChallengePages } from './challenge-pages.ts';
import { sendHostedPage } from './hosted-page.ts';
import { testCardsPage } from './test-cards-page.ts';

const BODY_LIMIT = 64 * 1024;
const ASSETS = {
  'v3.js': 'js',
  'field.js': 'js',
  'field-formats.js': 'js',
  'field-texts.js': 'js',
  'challenge.js': 'js',
  'authenticated.js': 'js',
  'hosted.css': 'css',
} as const;

const FIELDS = {
  number: { title: 'Card number', name: 'cardnumber', autocomplete: 'cc-number' },
  expiry: { title: 'Expiry date', name: 'exp-date', autocomplete: 'cc-exp' },
  cvc: { title: 'Security code', name: 'cvc', autocomplete: 'cc-csc' },
} as const;

interface HostedOptions extends ChallengeOptions {
  api: Api;
  page: PageLayout;
}

export function createHostedPages({ api, page, ...options }: HostedOptions): Router {
  const router = express.Router();
  router.get('/', (_req, res) => void res.type('html').send(testCardsPage(page)));
  for (const name of Object.keys(ASSETS) as (keyof typeof ASSETS)[]) router.get(`/${name}`, asset(name));
  for (const name of Object.keys(FIELDS) as (keyof typeof FIELDS)[])
    router.get(`/field/${name}`, (_req, res) => sendHostedPage(res, fieldPage(name, options.clock.now())));
  router.use('/v1', browserApi(api));
  router.use('/authenticate', createChallengePages(options));
  return router;
}

function asset(name: keyof typeof ASSETS): RequestHandler {
  const file = readFileSync(join(import.meta.dirname, 'browser', name), 'utf8');
  const text = ASSETS[name] === 'css' ? `:root {\n${colourVariables}\n}\n${file}` : file;
  return (_req, res) => {
    // The sandboxed fields have no origin, and can load modules only if every origin is allowed.
    res.set({ 'Cross-Origin-Resource-Policy': 'cross-origin', 'Access-Control-Allow-Origin': '*' });
    res.set('Cache-Control', 'no-cache').type(ASSETS[name]).send(text);
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

/** The API for the publishable key. */
function browserApi(api: Api): RequestHandler {
  return async (req, res) => {
    const body = req.method === 'POST' ? await readBody(req, BODY_LIMIT) : '';
    const answer = await api(
      { method: req.method, url: `/v1${req.url}`, headers: req.headers, body },
      { browsers: true },
    );
    // Responses contain nothing that the caller's key does not give access to, and the fields' origin cannot be named.
    res.writeHead(answer.status, { ...answer.headers, 'Access-Control-Allow-Origin': '*' }).end(answer.body);
  };
}
