/**
 * The real service for your own tests: a separate process on this machine, on a temporary database, without a network.
 *
 * ```ts
 * const service = await startTestService();
 * const { id } = await service.sigill.session.create({ reference: 'order-1042' });
 * await service.finish(id, 'approved');
 * await service.stop();
 * ```
 */
import { Sigill } from '@sigill/sdk';
import { startServiceProcess } from './service-process.ts';

/** How a session ends: `sigill trigger --list` names every outcome. The name of a specimen is also an outcome. */
export type Outcome =
  | ('approved' | 'aborted' | 'rejected' | 'rejected:document_expired' | 'failed:nfc_lost' | 'failed:timeout')
  | (string & {});

export interface FinishedSession {
  id: number;
  state: string;
  failure_code?: string;
}

export interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The verification code in the email, if it holds one. */
  code?: string;
  created: string;
}

export interface SentCallback {
  received: string;
  headers: Record<string, string>;
  /** The body as received, for `callbacks.unwrap`. */
  raw: string;
  /** The body, parsed. */
  body: unknown;
}

export interface Duration {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}

export interface TestService {
  /** A client with an account that is ready to use. */
  sigill: Sigill;
  baseUrl: string;
  publicKey: string;
  secret: string;
  /** The email of the account's user, who signs in to the portal with the password. */
  email: string;
  password: string;
  /** The secret that signs callbacks of the account: `whsec_…`. */
  signingSecret: string;
  /** A receiver to use as `callback_url`. Its callbacks are in `callbacks()`. */
  callbackUrl: string;
  /** Plays the phone: finishes a session with the given outcome, by its id or by the token of its link. */
  finish(session: number | string, outcome: Outcome): Promise<FinishedSession>;
  clock: {
    now(): Promise<Date>;
    /** Moves the clock of the service forward. @returns the new time. */
    advance(by: Duration): Promise<Date>;
  };
  /** The last 200 emails that were sent, newest first. */
  mailbox(): Promise<SentMail[]>;
  /** The callbacks sent to `callbackUrl`, in order. Waits for callbacks that are due. */
  callbacks(): Promise<SentCallback[]>;
  /**
   * Makes the next requests of a call, such as `session.create`, fail or take longer.
   * @throws when the contract declares no such response.
   */
  fail(call: string, fault: Fault): Promise<void>;
  /** Ends the service and deletes its database. */
  stop(): Promise<void>;
}

type Account = Pick<
  TestService,
  'baseUrl' | 'publicKey' | 'secret' | 'email' | 'password' | 'signingSecret' | 'callbackUrl'
>;

/** Starts the service. It stops when your process ends, if not before. */
export async function startTestService(): Promise<TestService> {
  const { ready: account, ask, stop } = await startServiceProcess<Account>();
  const { baseUrl, publicKey, secret } = account;
  return {
    ...account,
    sigill: new Sigill({ baseUrl, publicKey, secret }),
    finish: (session, outcome) => ask('finish', session, outcome),
    clock: {
      now: async () => new Date(await ask<string>('now')),
      advance: async (by) => new Date(await ask<string>('advance', by)),
    },
    mailbox: () => ask('mailbox'),
    callbacks: () => ask('callbacks'),
    fail: (call, fault) => ask('fail', call, fault),
    stop,
  };
}

/** What the next requests of a call get instead of the normal response of the service. */
export type Fault = FaultOnce & {
  /** How many requests; 1 by default. */
  times?: number;
};

type FaultOnce = DeclaredAnswer | LostConnection | SlowAnswer;

/** A response that the contract declares for the call. The service does nothing. */
interface DeclaredAnswer {
  status: number;
  /** One of the codes that the contract declares for this status; the first by default. */
  code?: string;
  /** The wait that 429 and 503 ask for, in seconds; 0 by default, so that tests need not wait. */
  retryAfterSeconds?: number;
}

/** The connection breaks: before the service has done anything, or afterwards, so that only its response is lost. */
interface LostConnection {
  lost: 'request' | 'answer';
}

/** The service carries out the request after a delay. */
interface SlowAnswer {
  delayMs: number;
}
