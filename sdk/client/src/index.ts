/**
 * Client of the Sigill identity verification API for backends.
 *
 * ```ts
 * const sigill = new Sigill();
 * const { id, open_url } = await sigill.session.create({ reference: 'order-1042' });
 * const session = await sigill.session.waitFor(id);
 * if (session.state === 'APPROVED') console.log(session.given_names, session.surname);
 * ```
 */
export {
  type CallbackEvent,
  CallbackVerificationError,
  callbacks,
  type EndpointEvent,
  type SignedCallback,
  type UnknownCallbackEvent,
} from './callbacks.ts';
export type {
  CallOptions,
  Client,
  ClientConfig,
  Logger,
  LogLevel,
} from './client.ts';
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  type ConnectionCode,
  ConnectionError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  SigillError,
  TimeoutError,
} from './errors.ts';
export * from './generated/api/sdk.gen.ts';
export type * from './generated/api/types.gen.ts';
export type { Result, WithResponse } from './result.ts';
export type { DecryptionKey, Jwk } from './sealed/jwk.ts';
export { type AbortedSession, type EndedSession, Sessions, type WaitOptions } from './session.ts';
export { createApiClient, Sigill, type SigillOptions } from './sigill.ts';
