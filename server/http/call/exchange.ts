/** A request under /api/, and what the steps of the call find out about it. */
import type { IncomingMessage } from 'node:http';
import type { CallOrigin, Principal } from '../../core/context.ts';
import { mustBe } from '../../core/errors.ts';
import { requestId } from '../../core/request-id.ts';
import { traceparentOf } from '../../core/trace-context.ts';
import type { OperationId } from '../../generated/operations.gen.ts';
import { operationOf, routes } from '../contract.ts';
import type { BodyAccount } from '../limits/body-budget.ts';
import { clientAddress } from '../limits/client-address.ts';
import type { Answer } from './answer.ts';

export interface Exchange {
  readonly req: IncomingMessage;
  readonly path: string;
  readonly origin: CallOrigin;
  readonly operationId: OperationId | undefined;
  readonly headers: Record<string, string>;
  traceparent: string | undefined;
  principal: Principal | undefined;
  required: Record<string, string>;
  /** The body's account in the memory budget, from when it is read until the response. */
  account: BodyAccount | undefined;
  /** The bytes of the body. Empty without an idempotency key, because nothing else needs them once they are parsed. */
  raw: Buffer;
  body: unknown;
  stored: Answer | undefined;
}

export interface RoutedExchange extends Exchange {
  readonly operationId: OperationId;
}

const NO_BODY = Buffer.alloc(0);

export function openExchange(
  req: IncomingMessage,
  { trusted_proxies, now }: { trusted_proxies: number; now: Date },
): Exchange {
  const ip = clientAddress(req, trusted_proxies);
  const path = (req.url ?? '/').split('?', 1)[0]!;
  return {
    req,
    path,
    origin: originOf(req, { ip, id: requestId(now.getTime()) }),
    operationId: operationOf(path),
    headers: {},
    traceparent: traceparentOf(req.headers['traceparent']),
    principal: undefined,
    required: {},
    account: undefined,
    raw: NO_BODY,
    body: undefined,
    stored: undefined,
  };
}

export const isOpen = ({ operationId }: Exchange): boolean => operationId !== undefined && routes[operationId].cors;

/** The values by the headers' names in the contract. Node has the names in lower case. */
export const requiredHeaders = (operationId: OperationId, { headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    routes[operationId].headers.flatMap((name) => {
      const value = headers[name.toLowerCase()];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );

export function idempotencyKey(req: IncomingMessage): string | undefined {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length >= 1 && key.length <= 255) return key;
  throw mustBe('Idempotency-Key', '1 to 255 characters', `${String(key).length} characters`);
}

function originOf({ headers }: IncomingMessage, { id, ip }: Pick<CallOrigin, 'id' | 'ip'>): CallOrigin {
  const origin: CallOrigin = { id, ip };
  const { 'user-agent': agent, 'accept-language': language } = headers;
  if (agent) origin.user_agent = agent.slice(0, 512);
  if (language) origin.accept_language = language;
  return origin;
}
