/** Callbacks, signed as Standard Webhooks specifies: HMAC-SHA256 over `id.timestamp.body`. */
import { objectOf } from './errors.ts';
import { eventOrders, type Order } from './generated/api/event-orders.gen.ts';
import type {
  CallbackEvent as AnyCallbackEvent,
  EndpointEvent as AnyEndpointEvent,
  KnownCallbackType,
  KnownEventType,
  KnownSessionState,
  SessionFailure,
} from './generated/api/types.gen.ts';

/**
 * A change of state: the event sent to `callback_url`, and to endpoints that receive its type. `data.state` decides whether there is
 * a `failure`, so its type is a closed union.
 */
export type CallbackEvent = Omit<AnyCallbackEvent, 'data' | 'type'> & {
  type: KnownCallbackType;
  data: Omit<AnyCallbackEvent['data'], 'state' | 'failure'> &
    (
      | { state: 'FAILED' | 'REJECTED'; failure: SessionFailure }
      | { state: Exclude<KnownSessionState, 'FAILED' | 'REJECTED'>; failure?: never }
    );
};

/** Any event sent to a callback endpoint, by `type`. */
export type EndpointEvent = CallbackEvent | Exclude<AnyEndpointEvent, { type: CallbackEvent['type'] }>;

/** Any event type that this version of the SDK does not know: the service may add types. */
declare enum OtherCallbackType {
  Any = '',
}

/**
 * An event that is not a change of state. `EndpointEvent` has a type for each known one; respond with 2xx to others and ignore them.
 */
export interface UnknownCallbackEvent<Type = OtherCallbackType | Exclude<KnownEventType, CallbackEvent['type']>>
  extends Pick<AnyCallbackEvent, 'id' | 'created'> {
  type: Type;
  data: unknown;
}

/** Why a callback was refused. */
export type CallbackRefusal =
  | 'missing_header'
  | 'wrong_secret'
  | 'parsed_body'
  | 'truncated'
  | 'reserialized_body'
  | 'old_key'
  | 'clock_skew';

/** The callback could not be verified as coming from the service. Do not act on it. */
export class CallbackVerificationError extends Error {
  readonly code: CallbackRefusal;

  constructor(code: CallbackRefusal, message: string) {
    super(message);
    this.code = code;
  }

  override get name(): string {
    return 'CallbackVerificationError';
  }
}

type HeaderValue = string | readonly string[] | null | undefined;

/** Headers in any of the forms in which frameworks provide them. */
export type CallbackHeaders =
  | Headers
  | Iterable<readonly [string, HeaderValue]>
  | { get(name: string): HeaderValue }
  | Record<string, string | readonly string[] | undefined>;

/** A callback as the service would send it. */
export interface SignedCallback {
  body: string;
  headers: { 'content-type': string; 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };
}

/** During a rotation the header holds two signatures. Anyone can send thousands, so those after the tenth are ignored. */
const MOST_SIGNATURES = 10;
/** No event is this long. A longer body is refused without an explanation. */
const EXPLAINED_LENGTH = 16_384;

export interface UnwrapOptions {
  /** How far the timestamp of the callback may be from now, in seconds. The default is 300. */
  toleranceSeconds?: number;
  /** The current time; tests set it. */
  now?: Date;
}

export const callbacks = {
  /**
   * Verifies a callback and returns its event. `rawBody` is the body exactly as received, before any JSON parser, or its
   * base64, which some platforms provide instead; `secret` is the signing secret (`whsec_…`) from the portal, or an array of secrets during a rotation.
   * @throws CallbackVerificationError, whose `code` and `message` say why
   */
  async unwrap(
    rawBody: string | Uint8Array | ArrayBuffer,
    headers: CallbackHeaders,
    secret: string | readonly string[],
    { toleranceSeconds = 300, now = new Date() }: UnwrapOptions = {},
  ): Promise<EndpointEvent | UnknownCallbackEvent<OtherCallbackType>> {
    const [id, timestamp, signatures] = (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const).map(
      (name) => header(headers, name),
    ) as [string, string, string];
    const secrets = typeof secret === 'object' && secret?.length ? secret : [secret as string];
    const keys = await Promise.all(secrets.map(importKey));
    const body = textOf(rawBody);
    const given = signatures.split(' ', MOST_SIGNATURES);
    if (!(await matches(keys, given, `${id}.${timestamp}.${body}`))) explain(body, given);

    const skew = Math.round(now.getTime() / 1000 - Number(timestamp));
    if (!(Math.abs(skew) <= toleranceSeconds)) {
      const where = skew > 0 ? 'old' : 'in the future';
      refuse(
        'clock_skew',
        `The callback is ${Math.abs(skew)} s ${where}, and at most ${toleranceSeconds} s are allowed. Its signature is valid, so either this machine's clock is wrong or the callback was replayed.`,
      );
    }
    return JSON.parse(body);
  },

  /** Signs an event or a raw body as the service does, for tests of a callback receiver. */
  async sign(
    event: EndpointEvent | UnknownCallbackEvent | string,
    secret: string,
    { id, now = new Date() }: { id?: string; now?: Date } = {},
  ): Promise<SignedCallback> {
    const body = typeof event === 'string' ? event : JSON.stringify(event);
    const webhookId = id ?? (typeof event === 'string' ? `msg_${crypto.randomUUID().replaceAll('-', '')}` : event.id);
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const signature = await crypto.subtle.sign(
      'HMAC',
      await importKey(secret),
      encode(`${webhookId}.${timestamp}.${body}`),
    );
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': webhookId,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
      },
    };
  },
};

function refuse(code: CallbackRefusal, message: string): never {
  throw new CallbackVerificationError(code, message);
}

function header(headers: CallbackHeaders, name: string): string {
  if (typeof headers !== 'object' || !headers)
    refuse('missing_header', 'No headers were given. Pass the headers of the request as received.');
  const value = headerValue(headers, name);
  const text = typeof value === 'object' ? value?.[0] : value;
  return (
    text ||
    refuse(
      'missing_header',
      `The header ${name} is missing. Pass the headers as received, and check whether a proxy drops it.`,
    )
  );
}

function headerValue(headers: CallbackHeaders, name: string): HeaderValue {
  if ('get' in headers && typeof headers.get === 'function' && !(headers instanceof Map)) return headers.get(name);
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return (entries as [string, HeaderValue][]).find(([key]) => key.toLowerCase() === name)?.[1];
}

function textOf(body: unknown): string {
  // The JSON of an event begins with a brace, which base64 does not contain.
  const encoded = typeof body === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(body) && bytesOf(body);
  const given = encoded || body;
  if (typeof given === 'string') return given;
  if (given instanceof Uint8Array || given instanceof ArrayBuffer)
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(given);
  return refuse(
    'parsed_body',
    'The body has already been parsed. Pass the raw body: the signature covers its exact bytes.',
  );
}

/** The type `CryptoKey`, which is missing from some of the type libraries that callers compile with. */
type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

async function importKey(secret: string): Promise<Key> {
  const kinds: Record<string, string> = { 'secret-': 'the secret of an API key', 'public-': 'a public key' };
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret ?? '') ?? [];
  const bytes = encoded ? bytesOf(encoded) : undefined;
  if (!bytes) {
    const kind = Array.isArray(secret) ? 'an empty array' : (kinds[String(secret).slice(0, 7)] ?? 'something else');
    const given = secret ? kind : 'nothing';
    return refuse(
      'wrong_secret',
      `Callbacks are verified with the signing secret (whsec_ and base64), but ${given} was given. Copy it from the callbacks page of the portal.`,
    );
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/** Whether any of the signatures is valid. The body is hashed once for each key. */
async function matches(keys: Key[], signatures: string[], content: string): Promise<boolean> {
  const bytes = encode(content);
  const expected = await Promise.all(keys.map((key) => crypto.subtle.sign('HMAC', key, bytes)));
  return signatures.some((signature) => {
    const given = signature.startsWith('v1,') ? bytesOf(signature.slice(3)) : undefined;
    return given && expected.some((digest) => areEqual(given, new Uint8Array(digest)));
  });
}

/** In constant time for arrays of the same length. */
function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  other.forEach((byte, index) => {
    difference |= byte ^ (one[index] ?? 0);
  });
  return difference === 0;
}

/** Looks at the body only: anyone can send a wrong signature, which must not cost more than a valid one. */
function explain(body: string, signatures: string[]): never {
  const event = body.length > EXPLAINED_LENGTH ? {} : objectOf(body);
  if (!event) refuse('truncated', 'The body is empty or incomplete JSON. It was cut off, or has already been read.');
  if (!signatures.some((signature) => /^v1,[A-Za-z0-9+/]{43}=$/.test(signature)))
    refuse('truncated', 'The header webhook-signature contains no complete signature. It was cut off.');
  const isAsWritten = JSON.stringify(event) === body && eventOrders.every((order) => isInOrder(event, order));
  if (body.length <= EXPLAINED_LENGTH && !isAsWritten)
    refuse(
      'reserialized_body',
      'The body was parsed and serialized again. Pass the raw body: the signature covers its exact bytes.',
    );
  refuse(
    'old_key',
    'The signature was not made with this secret. Either the secret was rotated or belongs to another account, or the body was changed.',
  );
}

/** Whether the properties are in the order in which the service writes them. Those that are not known here may be anywhere. */
function isInOrder(value: unknown, order: Order | 0 | undefined): boolean {
  if (!order || typeof value !== 'object' || !value) return true;
  const known = Object.keys(order);
  const given = Object.entries(value).filter(([name]) => known.includes(name));
  const places = given.map(([name]) => known.indexOf(name));
  return (
    places.every((place, index) => index === 0 || place > places[index - 1]!) &&
    given.every(([name, inner]) => isInOrder(inner, order[name]))
  );
}

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
