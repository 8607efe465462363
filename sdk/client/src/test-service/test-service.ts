/**
 * The real service for your own tests: a process of its own on this machine, on a temporary database, without a network.
 *
 * ```ts
 * const service = await startTestService();
 * const { id } = await service.sigill.session.create({ reference: 'order-1042' });
 * await service.finish(id, 'approved');
 * await service.stop();
 * ```
 */
import { Sigill } from '../sigill.ts';
import type { Fault } from './fault.ts';
import { startServiceProcess } from './service-process.ts';

export type { Fault } from './fault.ts';

/** How a session ends: `sigill trigger --list` names every outcome. The name of a specimen is one too. */
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
  /** The code to type in, where the mail holds one. */
  code?: string;
  created: string;
}

export interface SentCallback {
  received: string;
  headers: Record<string, string>;
  /** The body as it came, for `callbacks.unwrap`. */
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
  /** A client of an account that is ready. */
  sigill: Sigill;
  baseUrl: string;
  publicKey: string;
  secret: string;
  /** The person of the account, who signs in at the portal with the password. */
  email: string;
  password: string;
  /** With which callbacks of the account are signed: `whsec_…`. */
  signingSecret: string;
  /** A receiver for `callback_url`. What it was sent is in `callbacks()`. */
  callbackUrl: string;
  /** Plays the phone: brings a session to an end of your choice, by its id or by the token of its link. */
  finish(session: number | string, outcome: Outcome): Promise<FinishedSession>;
  clock: {
    now(): Promise<Date>;
    /** Moves the clock of the service forward. @returns the time then. */
    advance(by: Duration): Promise<Date>;
  };
  /** The mails that were sent, the newest first. */
  mailbox(): Promise<SentMail[]>;
  /** What was sent to `callbackUrl`, in order. Waits for callbacks that are due. */
  callbacks(): Promise<SentCallback[]>;
  /** Spoils the next answers of a call, such as `session.create`. @throws when the contract does not declare such an answer. */
  fail(call: string, fault: Fault): Promise<void>;
  /** Ends the service and deletes its database. */
  stop(): Promise<void>;
}

type Account = Pick<
  TestService,
  'baseUrl' | 'publicKey' | 'secret' | 'email' | 'password' | 'signingSecret' | 'callbackUrl'
>;

/** Starts the service. It ends with your process, if `stop` does not end it before. */
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
