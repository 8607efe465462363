/** The types that every handler is checked against, all derived from the contract. */
import type { CallOrigin, InTransaction, OutsideContext, Principal, Settling } from '../core/context.ts';
import type { OperationId, Operations } from '../generated/operations.gen.ts';
import type { Streamed } from './body/streamed.ts';

/** Identifies calls from the same browser, with cookies that scripts cannot read. */
export interface Browser {
  id: string | undefined;
  /** Sets the cookie with `id` in the response, for another hour. @returns its value, which is new if the browser sent none. */
  keep(): string;
  /** The cookie that the browser got at a sign-in. Alone it proves nothing. */
  device: string | undefined;
  rememberDevice(value: string): void;
}

export interface BrowserCall {
  request: CallOrigin;
  browser: Browser;
}

export interface CallContext<Id extends OperationId> extends OutsideContext, BrowserCall, Settling {
  principal: Operations[Id]['public'] extends true ? undefined : Principal;
  headers: Operations[Id]['headers'];
  idempotency_key: string | undefined;
  /** Calls `left` if the client disconnects before the response. @returns a function that stops listening. */
  onHangUp(left: () => void): () => void;
  /**
   * Runs the effect of a mutating call. The handler must respond with what `work` returns. With an idempotency key the response
   * is stored in the same transaction, so that there is never an effect without its response.
   */
  transaction: Transaction<Id> & (string extends keyof Operations[Id]['response'] ? EmptyTransaction<Id> : unknown);
}

type Transaction<Id extends OperationId> = <Answer extends Written<Id>>(
  work: (ctx: InTransaction<CallContext<Id>>) => Promise<Answer>,
) => Promise<Answer>;

/** For operations that respond with `{}`: their work returns nothing. */
type EmptyTransaction<Id extends OperationId> = (
  work: (ctx: InTransaction<CallContext<Id>>) => Promise<void>,
) => Promise<Written<Id>>;

type Handler<Id extends OperationId> = (ctx: CallContext<Id>, body: Operations[Id]['body']) => Promise<Answered<Id>>;

type Answered<Id extends OperationId> = Operations[Id] extends { streams: true } ? Streamed : Written<Id>;

type Written<Id extends OperationId> = WithBytes<Operations[Id]['response'], Operations[Id]['encoded']>;

export type Repeated = () => Promise<boolean>;

/** Decides from the headers alone whether to read the body of a call. @throws the error to respond with. */
export type Admission<Id extends OperationId> = (
  ctx: OutsideContext,
  headers: Operations[Id]['headers'],
  isRepeated: Repeated,
) => Promise<void>;

export type Admissions = {
  [Id in OperationId as Operations[Id]['headers'] extends Record<string, string> ? Id : never]: Admission<Id>;
};

/** A missing handler is a compile error. */
export type HandlersOf<Domain extends string> = {
  [Id in Extract<OperationId, `${Domain}.${string}`>]: Handler<Id>;
};

export type Handlers = { [Id in OperationId]: Handler<Id> };

/**
 * `Answer`, except that the properties in `Names` may be bytes: the contract has them in base64, and they are encoded when the
 * response is made. The buffers are empty after that.
 */
export type WithBytes<Answer, Names extends PropertyKey> = Answer extends object
  ? { [Name in keyof Answer]: Name extends Names ? Answer[Name] | Buffer : Answer[Name] }
  : Answer;
