/**
 * What a rule receives besides its input (docs/architecture.md, "How a call runs"). The types say where a function may run:
 * functions that read take a Context, those that write take a TransactionContext, and those that are slow, call other hosts or
 * open a transaction take an OutsideContext, which is not available inside a transaction.
 */
import type { Db, Trx } from '../database/database.ts';
import type { UserRole, UserType } from '../generated/operations.gen.ts';
import type { Deps } from './deps.ts';

export interface Context {
  /**
   * Inside a transaction this is the transaction. On SQLite, a query outside of it would see the last commit, or wait forever for
   * the one connection that writes.
   */
  db: Db;
  deps: Deps;
  /** The W3C `traceparent` of the call, passed on to what the call causes. Absent if it belongs to no trace, and for workers. */
  traceparent?: string | undefined;
}

/** What workers, webhooks and commands receive. Calls have it until their transaction begins. */
export interface OutsideContext extends Context {
  /** Excludes a TransactionContext. */
  afterCommit?: never;
}

export interface TransactionContext extends Context {
  db: Trx;
  /** Runs `work` after the commit, once the response is on its way, and never after a rollback. */
  afterCommit(work: () => void | Promise<void>): void;
}

export type InTransaction<C extends OutsideContext> = Omit<C, keyof OutsideContext | 'transaction'> &
  TransactionContext;

export interface Settling {
  /** Counts work that a thread did for this call against the caller's rate limit, by the processor time that it used. */
  settle(processor_ms: number): void;
}

/** Who acts, and in which account. Without a user it is the service itself or an operator. */
interface Actor {
  merchant_id: number;
  user_id?: number;
  is_operator?: true;
}

/** A caller with credentials. `credential_id` is the sign-in behind an access token. */
export interface Principal extends Actor {
  scheme: SecurityScheme;
  user_id: number;
  user_type: UserType;
  /** Undefined for an API key. */
  role?: UserRole;
  credential_id?: number;
  /** When the signed-in user last proved their presence. Absent for an API key. */
  proven?: string;
  is_suspended?: boolean;
  lacks_second_factor?: boolean;
}

export type SecurityScheme = 'apiKey' | 'accessToken';

export interface CallOrigin {
  id: string;
  ip: string;
  user_agent?: string;
  accept_language?: string;
}

export interface Caller {
  principal: Principal;
  request: CallOrigin;
}

/** The origin of an audit entry; see `actingAs`. */
export interface Acting {
  principal: Actor;
  request?: CallOrigin;
}

/** The same context on behalf of someone else: the person that this call signs in, or the account that a worker processes. */
export const actingAs = <C extends Context>(ctx: C, actor: Actor): Omit<C, 'principal'> & { principal: Actor } => ({
  ...ctx,
  principal: actor,
});
