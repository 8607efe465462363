/** Errors in the format of the card provider's API: https://docs.stripe.com/api/errors. */
import type { Decline } from './test-cards.ts';

export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  doc_url?: string;
  decline_code?: string;
  advice_code?: string;
  network_decline_code?: string;
  charge?: string;
  payment_intent?: object;
  payment_method?: object;
  payment_method_type?: string;
  setup_intent?: object;
}

export class ProviderError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, { code, ...body }: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = { ...(code && { code, doc_url: docUrl(code) }), ...body };
  }
}

export const docUrl = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

export const invalidRequest = (message: string, options: Partial<ErrorBody> = {}, status = 400) =>
  new ProviderError(status, { type: 'invalid_request_error', message, ...options });

export const belowOne = (param: string) =>
  invalidRequest('This value must be greater than or equal to 1.', { code: 'parameter_invalid_integer', param });

/** A missing object gets 404 if the path names it, and 400 if a parameter does. */
export const missing = (noun: string, id: string, param?: string) =>
  invalidRequest(
    `No such ${noun}: '${id}'`,
    { code: 'resource_missing', param: param ?? 'id' },
    param === undefined ? 404 : 400,
  );

export const cardError = (decline: Decline, options: Partial<ErrorBody> = {}) =>
  new ProviderError(402, { ...declineBody(decline), ...options });

export type LastError = Omit<ErrorBody, 'payment_intent' | 'payment_method' | 'setup_intent'>;

export const declineBody = ({ code, ...decline }: Decline) =>
  ({ type: 'card_error', code, doc_url: docUrl(code), ...decline }) satisfies LastError;
