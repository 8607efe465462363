/**
 * What a rule is given besides its input (docs/architecture.md, "How a call runs"). The types say where a function may run:
 * what reads takes a Context, what writes takes a TransactionContext, and what is slow, asks others or opens a transaction takes
 * an OutsideContext, which nobody has inside of one.
 */
import type { Db, Trx } from '../database/database.ts';
import type { UserRole, UserType } from '../generated/operations.gen.ts';
import type { Deps } from './deps.ts';

export interface Context {
  /** Inside a transaction it is the transaction: SQLite has one connection, and a query beside it would wait for itself. */
  db: Db;
  deps: Deps;
}

/** Workers, webhooks and commands have no more than this; calls have it until their transaction begins. */
export interface OutsideContext extends Context {
  /** Keeps a TransactionContext out. */
  afterCommit?: never;
}

export interface TransactionContext extends Context {
  db: Trx;
  /** Runs `work` once the transaction is committed and the answer is on its way, and never after a rollback. */
  afterCommit(work: () => void | Promise<void>): void;
}

/** What `C` becomes in a transaction. */
export type InTransaction<C extends OutsideContext> = Omit<C, keyof OutsideContext | 'transaction'> &
  TransactionContext;

/** Who acts, and in which account. Without a user it is the service by itself, or an operator. */
export interface Actor {
  merchant_id: number;
  user_id?: number;
  is_operator?: true;
}

/** A caller with credentials. `credential_id` is the sign-in behind an access token. */
export interface Principal extends Actor {
  scheme: SecurityScheme;
  user_id: number;
  user_type: UserType;
  /** What whoever signed in may do in the account. An API key has none. */
  role?: UserRole;
  credential_id?: number;
  /** When whoever signed in last proved to be there. An API key has nobody to ask. */
  proven?: string;
  /** Whether an operator has suspended the account. */
  is_suspended?: boolean;
  /** Whether the account requires a second factor, and whoever signed in has shown none. */
  lacks_second_factor?: boolean;
}

export type SecurityScheme = 'apiKey' | 'accessToken';

export interface CallOrigin {
  /** Request id, as in X-Request-Id. */
  id: string;
  ip: string;
  user_agent?: string;
  /** The caller's languages, as in the Accept-Language header. */
  accept_language?: string;
}

/** A call with credentials. */
export interface Caller {
  principal: Principal;
  request: CallOrigin;
}

/** What an audit entry says of its origin; see `actingAs`. */
export interface Acting {
  principal: Actor;
  request?: CallOrigin;
}

/** The same context in the name of somebody else: a person who signs in with this very call, or an account that a worker looks after. */
export const actingAs = <C extends Context>(ctx: C, actor: Actor): Omit<C, 'principal'> & { principal: Actor } => ({
  ...ctx,
  principal: actor,
});
