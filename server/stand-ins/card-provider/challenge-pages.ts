/** The bank's 3-D Secure page: it asks the cardholder to agree, and passes the decision to the waiting intent. */
import express, { type Response, type Router } from 'express';
import type { Clock } from '../host.ts';
import { escaped } from '../html.ts';
import { readForm } from '../read-body.ts';
import type { Context } from './context.ts';
import { ProviderError } from './errors.ts';
import { sendHostedPage } from './hosted-page.ts';
import { newId } from './ids.ts';
import { failAuthentication, type Intent } from './intents.ts';
import { chargeAuthenticated } from './payment-intents.ts';
import { succeedSetupIntent } from './setup-intents.ts';
import type { Challenge, Store } from './store.ts';

const BODY_LIMIT = 64 * 1024;

export interface ChallengeOptions {
  store: Store;
  clock: Clock;
  public_url: string;
  /** Called after an event was caused. */
  wake: () => void;
}

export function createChallengePages(options: ChallengeOptions): Router {
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

function answerChallenge(options: ChallengeOptions, challenge: Challenge, isAgreed: boolean): Intent {
  const { store, clock, public_url } = options;
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
      if (!isAgreed) failAuthentication(context, intent);
      else if (intent.object === 'setup_intent') succeedSetupIntent(context, intent);
      else chargeAuthenticated(context, intent);
    } catch (error) {
      // The bank may refuse although the cardholder agreed. The intent records that.
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

/** Notifies the surrounding page, if there is one, that the cardholder is done. */
const sendAnswered = (res: Response) =>
  sendHostedPage(res, {
    title: '3-D Secure',
    body: '<body class="challenge"><main><h1>3-D Secure</h1><p>Done. You can close this page.</p></main>',
    policy: "form-action 'none'",
    script: 'authenticated.js',
  });
