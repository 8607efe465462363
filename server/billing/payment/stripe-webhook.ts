/** `POST /api/stripe/webhook`. It is not in the contract, because the provider defines its body and responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OutsideContext } from '../../core/context.ts';
import { ApiError } from '../../core/errors.ts';
import { ClientGone, ClientTooSlow, readBody } from '../../http/body/body.ts';
import type { BodyBudget } from '../../http/limits/body-budget.ts';
import { clientAddress } from '../../http/limits/client-address.ts';
import { answerHeaders } from '../../http/site/security-headers.ts';
import { networksOf } from '../../throttling/client-network.ts';
import { receiveEvent } from './provider-event.service.ts';

export const WEBHOOK_PATH = '/api/stripe/webhook';
const BODY_LIMIT = 512 * 1024;

/** The provider retries an event unless it gets a 2xx response. */
export const createWebhook =
  (ctx: OutsideContext, bodies: BodyBudget) => async (req: IncomingMessage, res: ServerResponse) => {
    const { deps } = ctx;
    const answer = (status: number, body: object) => {
      res.writeHead(status, {
        'Content-Type': 'application/json; charset=utf-8',
        'Cache-Control': 'no-store',
        ...answerHeaders(deps.config.public_url),
        ...(status === 405 && { Allow: 'POST' }),
      });
      res.end(JSON.stringify(body));
    };
    const account = bodies.open(networksOf(clientAddress(req, deps.config.trusted_proxies)), 'other');
    try {
      if (req.method !== 'POST') throw new ApiError(405, 'Send events with POST', 'method_not_allowed');
      // The signature covers the raw bytes, so it is verified before the body is parsed.
      const body = await readBody(req, BODY_LIMIT, account);
      await receiveEvent(ctx, { body, signature: String(req.headers['stripe-signature'] ?? '') });
      answer(200, { received: true });
    } catch (error) {
      if (error instanceof ClientGone || error instanceof ClientTooSlow) return void res.destroy();
      const known = error instanceof ApiError;
      if (!known) deps.log.error({ err: error }, 'could not process an event from the card provider');
      if (known) answer(error.status, { error: error.message, code: error.code });
      else answer(500, { error: 'Something went wrong. Try again', code: 'internal_error' });
    } finally {
      account.close();
    }
  };
