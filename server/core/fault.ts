/** What may be logged of an external error, because providers' errors contain requests, responses and personal data. */
import { known } from './known.ts';

export interface Fault {
  type: string;
  code?: string;
  decline_code?: string;
  status?: number;
  request_id?: string;
}

/** Only identifiers are accepted: a code field may contain arbitrary text. */
const IDENTIFIER = /^[\w.-]{1,64}$/;

export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = identifier(error, 'code') ?? identifier(Reflect.get(error, 'detail'), 'code') ?? causeOf(error);
  const decline_code = identifier(error, 'decline_code');
  const request_id = identifier(error, 'requestId');
  const status = ['statusCode', 'responseCode', 'status']
    .map((name) => Reflect.get(error, name))
    .find(Number.isInteger);
  const type = IDENTIFIER.test(error.constructor.name) ? error.constructor.name : 'Error';
  return { type, ...known({ code, decline_code, status, request_id }) };
}

/** `fetch failed` alone says nothing, but its cause has the connection error's code. */
const causeOf = ({ cause }: Error): string | undefined => (cause instanceof Error ? faultOf(cause).code : undefined);

function identifier(from: unknown, name: string): string | undefined {
  const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
  return typeof value === 'string' && IDENTIFIER.test(value) ? value : undefined;
}
