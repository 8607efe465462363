/** The types every handler is checked against; all of them follow from the contract. */
import type { Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { OperationId, Operations, UserType } from '../generated/operations.gen.ts';

export type SecurityScheme = 'apiKey' | 'accessToken';

/** Who calls. `credential_id` is the sign-in behind an access token. */
export interface Principal {
  scheme: SecurityScheme;
  merchant_id: number;
  user_id: number;
  user_type: UserType;
  credential_id?: number;
}

export interface CallOrigin {
  /** Request id, as in X-Request-Id. */
  id: string;
  ip: string;
  user_agent?: string;
  /** The caller's languages, as in the Accept-Language header. */
  accept_language?: string;
}

/** What ties calls to one browser, in cookies that its scripts cannot read. */
export interface Browser {
  /** The random value it came with. */
  id: string | undefined;
  /** Sends that cookie with the answer, for another hour. @returns its value, a new one when there was none. */
  keep(): string;
  /** What it was given when somebody signed in with a password. Proof of nothing by itself. */
  device: string | undefined;
  rememberDevice(value: string): void;
}

export interface Call<Id extends OperationId> {
  principal: Operations[Id]['public'] extends true ? undefined : Principal;
  headers: Operations[Id]['headers'];
  body: Operations[Id]['body'];
  request: CallOrigin;
  browser: Browser;
  /**
   * Runs the effect of a mutating call. What `work` returns must be the handler's answer: under an idempotency key it is
   * stored in the same transaction, so that effect and answer exist together or not at all.
   * Inside, use `trx` only: SQLite has one connection, and a query on the outer handle would wait for itself.
   */
  transaction(
    work: (trx: Transaction<Database>) => Promise<Operations[Id]['response']>,
  ): Promise<Operations[Id]['response']>;
}

/** Whether the call's idempotency key has been seen: then the call runs, or its answer is kept. */
export type Repeated = () => Promise<boolean>;

/** Decides by the headers alone whether the body of a call is read. Throws what the caller is told. */
export type Admission<Id extends OperationId> = (
  headers: Operations[Id]['headers'],
  isRepeated: Repeated,
) => Promise<void>;

/** Each operation with headers that it cannot do without has one. */
export type Admissions = {
  [Id in OperationId as Operations[Id]['headers'] extends Record<string, string> ? Id : never]: Admission<Id>;
};

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Operations[Id]['response']>;

/** The handlers of one domain, `session` for `session.*`. Leaving one out does not compile. */
export type HandlersOf<Domain extends string> = {
  [Id in Extract<OperationId, `${Domain}.${string}`>]: Handler<Id>;
};

export type Handlers = { [Id in OperationId]: Handler<Id> };
