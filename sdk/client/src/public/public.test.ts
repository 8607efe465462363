import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PublicCallError, readerAbort, readerState } from './public.ts';

interface Sent {
  url: string;
  headers: Headers;
  body: unknown;
}

let sent: Sent[];
let answers: (() => Response | Promise<Response>)[];

beforeEach(() => {
  sent = [];
  answers = [];
  vi.useFakeTimers();
  vi.stubGlobal('document', { cookie: 'theme=dark; XSRF-TOKEN=csrf-1' });
  vi.stubGlobal('fetch', async (url: string, { headers, body }: RequestInit) => {
    sent.push({ url, headers: new Headers(headers), body: JSON.parse(String(body)) });
    return (answers.shift() ?? (() => Response.json({ state: 'CREATED' })))();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answer = (status: number, body: object) => () => Response.json(body, { status });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

describe('a call without sign-in', () => {
  test('repeats the CSRF cookie in its header', async () => {
    expect(await readerState({ token: 't' })).toEqual({ state: 'CREATED' });
    expect(sent.map(({ url, body }) => [url, body])).toEqual([['/api/v1/reader.state', { token: 't' }]]);
    expect(sent[0]!.headers.get('x-xsrf-token')).toBe('csrf-1');
  });

  test.each([0, 429, 500, 502, 503, 504])('is retried after 3 and 6 seconds on status %i', async (status) => {
    const fails = status ? answer(status, {}) : lost;
    answers = [fails, fails, fails];
    const retried = vi.fn();
    const failed = readerState({ token: 't' }, { onRetry: retried }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(2999);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(5999);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveLength(3);
    expect(await failed).toMatchObject({ status });
    expect(retried).toHaveBeenCalledTimes(2);
  });

  test('is not retried when the service refuses it, and says why', async () => {
    answers = [answer(409, { error: 'The session has ended', code: 'session_not_open', request_id: 'req_1' })];
    const failed = await readerAbort({ token: 't' }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(PublicCallError);
    expect(failed).toMatchObject({ status: 409, code: 'session_not_open', message: 'The session has ended' });
  });

  test('takes effect once: every attempt carries the same idempotency key', async () => {
    answers = [lost];
    const done = readerAbort({ token: 't' });
    await vi.advanceTimersByTimeAsync(3000);
    await done;
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^\d+-\d+-\d+-\d+$/);
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  test('ends with its signal, also between attempts', async () => {
    answers = [lost];
    const controller = new AbortController();
    const failed = readerState({ token: 't' }, { signal: controller.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1000);
    controller.abort(new Error('left'));
    expect(await failed).toMatchObject({ message: 'left' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent).toHaveLength(1);
  });
});
