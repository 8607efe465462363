/** What may be logged of an error that came from outside. The errors of providers carry requests, answers and personal data. */

export interface Fault {
  type: string;
  code?: string;
  decline_code?: string;
  /** Status of the answer, when there was one. */
  status?: number;
  /** Names the call in the logs of the provider. */
  request_id?: string;
}

/** Only what looks like an identifier is taken: where a code should be, there may be a text with anything in it. */
const IDENTIFIER = /^[\w.-]{1,64}$/;

export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = identifier(error, 'code') ?? identifier(Reflect.get(error, 'detail'), 'code') ?? causeOf(error);
  const decline_code = identifier(error, 'decline_code');
  const request_id = identifier(error, 'requestId');
  const status = ['statusCode', 'responseCode', 'status']
    .map((name) => Reflect.get(error, name))
    .find(Number.isInteger);
  return {
    type: IDENTIFIER.test(error.constructor.name) ? error.constructor.name : 'Error',
    ...(code && { code }),
    ...(decline_code && { decline_code }),
    ...(status && { status }),
    ...(request_id && { request_id }),
  };
}

/** `fetch failed` says nothing by itself. Its cause has the code of the connection's error. */
const causeOf = ({ cause }: Error): string | undefined => (cause instanceof Error ? faultOf(cause).code : undefined);

function identifier(from: unknown, name: string): string | undefined {
  const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
  return typeof value === 'string' && IDENTIFIER.test(value) ? value : undefined;
}
