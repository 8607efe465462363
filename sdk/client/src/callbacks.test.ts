import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import {
  type CallbackEvent,
  CallbackVerificationError,
  callbacks,
  type EndpointEvent,
  type SessionFailure,
  type UnknownCallbackEvent,
} from './index.ts';

const secret = `whsec_${btoa('a signing secret of 32 bytes ...')}`;
const oldSecret = `whsec_${btoa('an older one, no longer in use ..')}`;
const now = new Date();

const event: CallbackEvent = {
  id: 'msg_2wXk9QmVb4LrT7sYp0Zc',
  type: 'session.state_changed',
  created: '2026-11-21T09:32:05.113Z',
  data: {
    id: 4821930477261,
    state: 'REJECTED',
    previous_state: 'COMPLETED',
    reference: 'örder-1042',
    failure: { code: 'dg_hash_mismatch', message: 'The data is not what was signed.', retryable: false },
  },
};

const failure = (call: Promise<unknown>): Promise<CallbackVerificationError> =>
  call.then(
    () => expect.unreachable('was accepted'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(CallbackVerificationError);
      return error as CallbackVerificationError;
    },
  );

/** As languages with sorted maps serialize it. */
const sorted = (event: object): string =>
  JSON.stringify(event, (_, value: unknown) =>
    typeof value === 'object' && value ? Object.fromEntries(Object.entries(value).sort()) : value,
  );

describe('unwrap', () => {
  test('accepts what the reference library signs', async () => {
    const body = JSON.stringify(event);
    const headers = {
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(event.id, now, body),
    };
    expect(await callbacks.unwrap(body, headers, secret)).toEqual(event);
    expect(await callbacks.unwrap(Buffer.from(body), new Headers(headers), secret)).toEqual(event);
    const buffer = new TextEncoder().encode(body).buffer;
    expect(
      await callbacks.unwrap(
        buffer,
        {
          'Webhook-Id': headers['webhook-id'],
          'Webhook-Timestamp': [headers['webhook-timestamp']],
          'WEBHOOK-SIGNATURE': headers['webhook-signature'],
        },
        secret,
      ),
    ).toEqual(event);
  });

  test('signs in a way the reference library accepts', async () => {
    const { body, headers } = await callbacks.sign(event, secret);
    expect(new Webhook(secret).verify(body, headers)).toEqual(event);
  });

  test('accepts two signatures of which one is right', async () => {
    const [a, b] = await Promise.all([callbacks.sign(event, oldSecret), callbacks.sign(event, secret)]);
    const headers = {
      ...b.headers,
      'webhook-signature': `${a.headers['webhook-signature']} ${b.headers['webhook-signature']}`,
    };
    expect(await callbacks.unwrap(b.body, headers, secret)).toEqual(event);
    expect(await callbacks.unwrap(b.body, headers, oldSecret)).toEqual(event);
  });

  test('accepts every configured secret during a rotation', async () => {
    for (const used of [oldSecret, secret]) {
      const { body, headers } = await callbacks.sign(event, used);
      expect(await callbacks.unwrap(body, headers, [secret, oldSecret])).toEqual(event);
    }
    const { body, headers } = await callbacks.sign(event, oldSecret);
    await expect(callbacks.unwrap(body, headers, [secret])).rejects.toMatchObject({ code: 'old_key' });
    await expect(callbacks.unwrap(body, headers, [])).rejects.toMatchObject({ code: 'wrong_secret' });
    await expect(callbacks.unwrap(body, headers, [secret, 'secret-1'])).rejects.toMatchObject({ code: 'wrong_secret' });
  });

  test('accepts the body in base64', async () => {
    const { body, headers } = await callbacks.sign(event, secret);
    expect(await callbacks.unwrap(Buffer.from(body).toString('base64'), headers, secret)).toEqual(event);
    const forged = Buffer.from(body.replace('REJECTED', 'APPROVED')).toString('base64');
    expect((await failure(callbacks.unwrap(forged, headers, secret))).code).toBe('old_key');
  });

  test('accepts headers as pairs, and behind a function get', async () => {
    const { body, headers } = await callbacks.sign(event, secret);
    const pairs = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value] as const);
    const get = (name: string) => new Headers(headers).get(name);
    for (const given of [new Map(pairs), pairs, { get }]) {
      expect(await callbacks.unwrap(body, given, secret)).toEqual(event);
    }
    const error = await failure(callbacks.unwrap(body, new Map([['host', 'a.example']]), secret));
    expect(error).toMatchObject({ code: 'missing_header', message: expect.stringContaining('webhook-id') });
    expect((await failure(callbacks.unwrap(body, 'webhook-id' as never, secret))).code).toBe('missing_header');
  });

  test('says that the headers are missing', async () => {
    const { body } = await callbacks.sign(event, secret);
    await expect(callbacks.unwrap(body, undefined as never, secret)).rejects.toMatchObject({
      code: 'missing_header',
      message: 'No headers were given. Pass the headers of the request as received.',
    });
  });

  test('returns an event of an unknown type as UnknownCallbackEvent', async () => {
    const later = { id: 'msg_2', type: 'key.expired', created: event.created, data: { key: 1 } };
    const { body, headers } = await callbacks.sign(JSON.stringify(later), secret, { id: 'msg_2' });
    const received = await callbacks.unwrap(body, headers, secret);
    expect(received).toEqual(later);
    if (received.type === 'session.state_changed') expectTypeOf(received.data.previous_state).toBeString();
    else expectTypeOf(received.data).toBeUnknown();
    expectTypeOf(received.type).toExtend<string>();
  });

  test('narrows the event by its type, and what was written for changes of state still compiles', async () => {
    const redacted: EndpointEvent = {
      id: 'msg_3',
      type: 'session.redacted',
      created: event.created,
      data: { id: 1, state: 'APPROVED', cause: 'RETENTION' },
    };
    const { body, headers } = await callbacks.sign(redacted, secret);
    const received = await callbacks.unwrap(body, headers, secret);
    if (received.type !== 'session.redacted') return expect.unreachable(received.type);
    expectTypeOf(received.data.cause).toExtend<string>();
    expect(received.data.cause).toBe('RETENTION');
    const before: CallbackEvent | UnknownCallbackEvent = received;
    const handled = (one: CallbackEvent | UnknownCallbackEvent) =>
      one.type === 'session.state_changed' ? one.data.previous_state : one.type;
    expect(handled(before)).toBe('session.redacted');
    const reserialized = JSON.stringify({ ...redacted, data: { cause: 'RETENTION', state: 'APPROVED', id: 1 } });
    await expect(callbacks.unwrap(reserialized, headers, secret)).rejects.toMatchObject({ code: 'reserialized_body' });
  });

  test('narrows the event type by state', async () => {
    const { body, headers } = await callbacks.sign(event, secret);
    const received = await callbacks.unwrap(body, headers, secret);
    if (received.type !== 'session.state_changed') return expect.unreachable(received.type);
    const { data } = received;
    if (data.state === 'REJECTED') expectTypeOf(data.failure).toEqualTypeOf<SessionFailure>();
    else expectTypeOf(data.failure).toExtend<SessionFailure | undefined>();
    expect(data.failure?.code).toBe('dg_hash_mismatch');
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'says that the header %s is missing',
    async (name) => {
      const { body, headers } = await callbacks.sign(event, secret);
      const error = await failure(callbacks.unwrap(body, { ...headers, [name]: undefined }, secret));
      expect(error).toMatchObject({ code: 'missing_header', message: expect.stringContaining(name) });
    },
  );

  test.each([
    ['secret-abcdefghijklmnop', 'the secret of an API key'],
    ['public-key-abcdefgh', 'a public key'],
    ['whsec_not base64', 'something else'],
    ['', 'nothing'],
    [[] as unknown as string, 'an empty array was given'],
    [undefined as unknown as string, 'nothing'],
  ])('says that %j is the wrong kind of secret', async (given, kind) => {
    const { body, headers } = await callbacks.sign(event, secret);
    const error = await failure(callbacks.unwrap(body, headers, given));
    expect(error).toMatchObject({ code: 'wrong_secret', message: expect.stringContaining(kind) });
    if (given?.length) expect(error.message).not.toContain(given);
  });

  test.each([
    [301, '301 s old'],
    [-301, '301 s in the future'],
  ])('says that the clock is off by %i s', async (seconds, text) => {
    const whole = new Date(Math.floor(now.getTime() / 1000) * 1000);
    const { body, headers } = await callbacks.sign(event, secret, { now: whole });
    const at = (offset: number) => ({ now: new Date(whole.getTime() + offset * 1000) });
    const error = await failure(callbacks.unwrap(body, headers, secret, at(seconds)));
    expect(error).toMatchObject({ code: 'clock_skew', message: expect.stringContaining(text) });
    expect(await callbacks.unwrap(body, headers, secret, at(seconds - Math.sign(seconds)))).toEqual(event);
  });

  test('refuses a timestamp that is not a number, even when signed', async () => {
    const { body, headers } = await callbacks.sign(event, secret, { now: new Date(Number.NaN) });
    expect(headers['webhook-timestamp']).toBe('NaN');
    expect((await failure(callbacks.unwrap(body, headers, secret))).code).toBe('clock_skew');
  });

  const { id, ...rest } = event;
  const { state, ...data } = event.data;
  test.each([
    ['with spaces', JSON.stringify(event, null, 2)],
    ['with other escapes', JSON.stringify(event).replace('ö', '\\u00f6')],
    ['in another order', JSON.stringify({ ...rest, data: { ...data, state }, id })],
  ])('says that the body was serialized again %s', async (_, body) => {
    const { headers } = await callbacks.sign(event, secret);
    expect((await failure(callbacks.unwrap(body, headers, secret))).code).toBe('reserialized_body');
  });

  test.each(['cause', 'test', 'specimen'])('says so for an event with `%s` and sorted properties', async (name) => {
    const cause = 'apdu_status';
    // As the service writes it: in the order of the contract.
    const { code, message, retryable } = event.data.failure!;
    const full = {
      ...{ id, type: event.type, created: event.created, ...(name === 'test' && { test: true }) },
      data: {
        ...event.data,
        failure: { code, message, retryable, ...(name === 'cause' && { cause, help_url: 'https://sigill.example/a' }) },
        ...(name === 'specimen' && { specimen: true }),
      },
    };
    const sent = JSON.stringify(full);
    const { headers } = await callbacks.sign(sent, secret, { id });
    expect((await failure(callbacks.unwrap(sorted(JSON.parse(sent)), headers, secret))).code).toBe('reserialized_body');
  });

  test('says that the body was parsed first', async () => {
    const { headers } = await callbacks.sign(event, secret);
    expect((await failure(callbacks.unwrap(event as unknown as string, headers, secret))).code).toBe('parsed_body');
  });

  test('says that the body or the signature was truncated', async () => {
    const { body, headers } = await callbacks.sign(event, secret);
    expect((await failure(callbacks.unwrap(body.slice(0, -1), headers, secret))).code).toBe('truncated');
    expect((await failure(callbacks.unwrap('', headers, secret))).code).toBe('truncated');
    const cut = { ...headers, 'webhook-signature': headers['webhook-signature'].slice(0, 20) };
    expect((await failure(callbacks.unwrap(body, cut, secret))).code).toBe('truncated');
  });

  test('says that the key has been replaced, and refuses a changed body', async () => {
    const { body, headers } = await callbacks.sign(event, oldSecret);
    expect((await failure(callbacks.unwrap(body, headers, secret))).code).toBe('old_key');
    const { headers: right } = await callbacks.sign(event, secret);
    const forged = body.replace('REJECTED', 'APPROVED');
    expect((await failure(callbacks.unwrap(forged, right, secret))).code).toBe('old_key');
    expect((await failure(callbacks.unwrap(body, { ...right, 'webhook-id': 'msg_other' }, secret))).code).toBe(
      'old_key',
    );
  });

  test('finds the valid one among ten signatures, and looks at no more', async () => {
    const { body, headers } = await callbacks.sign(event, secret);
    const { headers: other } = await callbacks.sign(event, oldSecret);
    const among = (before: number) => ({
      ...headers,
      'webhook-signature': [...Array(before).fill(other['webhook-signature']), headers['webhook-signature']].join(' '),
    });
    expect(await callbacks.unwrap(body, among(9), secret)).toEqual(event);
    expect((await failure(callbacks.unwrap(body, among(10), secret))).code).toBe('old_key');
  });

  test('hashes the body once for each secret, whatever strangers send', async () => {
    const hmacs = vi.spyOn(crypto.subtle, 'sign');
    const verifications = vi.spyOn(crypto.subtle, 'verify');
    const hashed = async (body: string, signatures: string, secrets: string | string[]) => {
      hmacs.mockClear();
      const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': '1', 'webhook-signature': signatures };
      await failure(callbacks.unwrap(body, headers, secrets));
      return hmacs.mock.calls.length + verifications.mock.calls.length;
    };
    const flood = Array(2000)
      .fill(`v1,${btoa('a'.repeat(32))}`)
      .join(' ');
    const long = JSON.stringify({ ...event, more: 'a'.repeat(1024 * 1024) });
    expect(await hashed(long, flood, secret)).toBe(1);
    expect(await hashed(long, 'v1,AA==', [secret, oldSecret])).toBe(2);
    expect(await hashed(JSON.stringify(event, null, 2), flood, secret)).toBe(1);
    vi.restoreAllMocks();
  });
});
