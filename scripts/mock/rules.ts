/** The shape of a rule: what an operation does with what the mock remembers. It is checked against the contract like a handler of the service. */
import type { CallOrigin } from '../../server/core/context.ts';
import type { AccountUser, OperationId, Operations } from '../../server/generated/operations.gen.ts';
import type { Answered } from '../../server/http/handlers.ts';
import type { PaymentGateway } from '../../server/payments/gateway.ts';
import type { Account, Accounts } from './accounts.ts';
import type { Deliveries } from './deliveries.ts';
import type { Examples } from './examples.ts';
import type { Scenario } from './scenarios.ts';
import type { Session } from './sessions.ts';

/** What all calls share. */
export interface World {
  /** Where browsers find the site. */
  public_url: string;
  examples: Examples;
  accounts: Accounts;
  /** By token: whoever holds one needs no account. */
  sessions: Map<string, Session>;
  deliveries: Deliveries;
  /** As they were sent, by their SHA-256. */
  logos: Map<string, Buffer>;
  cards: PaymentGateway;
  now(): Date;
}

export interface PublicCall {
  world: World;
  request: CallOrigin;
  /** Those that the operation requires. */
  headers: Record<string, string>;
  scenario: Scenario;
}

export interface AccountCall extends PublicCall {
  account: Account;
  user: AccountUser;
}

type CallOf<Id extends OperationId> = Operations[Id]['public'] extends true ? PublicCall : AccountCall;

export type Rules = {
  [Id in OperationId]?: (call: CallOf<Id>, body: Operations[Id]['body']) => Answered<Id> | Promise<Answered<Id>>;
};

export const timeOf = ({ now }: World): string => now().toISOString();
