/** The types every handler is checked against; all of them follow from the contract. */
import type { CallOrigin, InTransaction, OutsideContext, Principal } from '../core/context.ts';
import type { OperationId, Operations } from '../generated/operations.gen.ts';

export type { CallOrigin, Principal } from '../core/context.ts';

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

/** What a handler is given besides the body. */
export interface CallContext<Id extends OperationId> extends OutsideContext {
  principal: Operations[Id]['public'] extends true ? undefined : Principal;
  request: CallOrigin;
  headers: Operations[Id]['headers'];
  browser: Browser;
  /**
   * Runs the effect of a mutating call. What `work` returns must be the handler's answer: under an idempotency key it is
   * stored in the same transaction, so that effect and answer exist together or not at all.
   */
  transaction(
    work: (ctx: InTransaction<CallContext<Id>>) => Promise<Operations[Id]['response']>,
  ): Promise<Operations[Id]['response']>;
}

export type Handler<Id extends OperationId> = (
  ctx: CallContext<Id>,
  body: Operations[Id]['body'],
) => Promise<Operations[Id]['response']>;

/** Whether the call's idempotency key has been seen: then the call runs, or its answer is kept. */
export type Repeated = () => Promise<boolean>;

/** Decides by the headers alone whether the body of a call is read. Throws what the caller is told. */
export type Admission<Id extends OperationId> = (
  ctx: OutsideContext,
  headers: Operations[Id]['headers'],
  isRepeated: Repeated,
) => Promise<void>;

/** Each operation with headers that it cannot do without has one. */
export type Admissions = {
  [Id in OperationId as Operations[Id]['headers'] extends Record<string, string> ? Id : never]: Admission<Id>;
};

/** The handlers of one domain, `session` for `session.*`. Leaving one out does not compile. */
export type HandlersOf<Domain extends string> = {
  [Id in Extract<OperationId, `${Domain}.${string}`>]: Handler<Id>;
};

export type Handlers = { [Id in OperationId]: Handler<Id> };
