import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRangeService, knows } from '../../../tests/support/outside/range-service.ts';
import { createLog } from '../../core/log.ts';
import { createBreachedPasswords } from './breached-passwords.ts';

const LISTED = 'Mailcreated5240';
const LEAKED = 'a quiet river bends twice';

let service: Awaited<ReturnType<typeof createRangeService>>;
let told: string[];
beforeAll(async () => {
  service = await createRangeService();
});
afterAll(() => service?.stop());
beforeEach(() => {
  service.asked.length = 0;
  told = [];
});

const asking = (url: string | undefined, timeout_ms?: number) =>
  createBreachedPasswords(
    { url: url === undefined ? undefined : new URL(url), log: createLog('warn', (line) => told.push(line)) },
    timeout_ms === undefined ? {} : { timeout_ms },
  );

describe('the bundled list', () => {
  test.each([LISTED, 'MAILCREATED5240', '1qaz2wsx3edc4rfv', 'q1w2e3r4t5y6u7i8'])('contains %s', async (password) => {
    expect(await asking(undefined).includes(password)).toBe(true);
  });

  test.each([LEAKED, 'x7#kQ9!vLm2$wRtz', ''])('does not contain %j', async (password) => {
    expect(await asking(undefined).includes(password)).toBe(false);
  });
});

describe('a range API', () => {
  test('receives five digits of the hash, is asked for padding, and decides', async () => {
    service.answer = knows({ [LEAKED]: 3 });
    expect(await asking(service.url).includes(LEAKED)).toBe(true);
    expect(await asking(`${service.url}/`).includes('seven lamps over the bay')).toBe(false);
    const prefixOf = (password: string) => createHash('sha1').update(password).digest('hex').slice(0, 5).toUpperCase();
    expect(service.asked.map(({ path }) => path)).toEqual([
      `/range/${prefixOf(LEAKED)}`,
      `/range/${prefixOf('seven lamps over the bay')}`,
    ]);
    expect(service.asked[0]?.headers).toMatchObject({ 'add-padding': 'true', 'user-agent': 'Sigill' });
    expect(told).toEqual([]);
  });

  test('may return padding, which is ignored', async () => {
    service.answer = knows({ [LEAKED]: 0 });
    expect(await asking(service.url).includes(LEAKED)).toBe(false);
    expect(told).toEqual([]);
  });

  test('is not asked about passwords in the bundled list', async () => {
    expect(await asking(service.url).includes(LISTED)).toBe(true);
    expect(service.asked).toEqual([]);
  });

  const rightLine = (end: string) =>
    `${createHash('sha1').update(LEAKED).digest('hex').slice(5).toUpperCase()}:1${end}`;
  const failures: Record<string, (response: ServerResponse) => void> = {
    'hangs up': (response) => void response.destroy(),
    'never answers': () => {},
    'stops in the middle': (response) => void response.write(rightLine('\r\n')),
    'has an error': (response) => void response.writeHead(503).end(rightLine('')),
    'leads elsewhere': (response) => void response.writeHead(302, { Location: `${service.url}/elsewhere` }).end(),
    'answers with a page': (response) => void response.end(`<!doctype html>\n${rightLine('')}`),
    'answers with nothing': (response) => void response.end(),
    'mixes other lines in': (response) => void response.end(`${rightLine('')}\r\n0123:many`),
    'does not come to an end': (response) => {
      const more = () => {
        while (!response.destroyed && response.write(rightLine('\r\n').repeat(1000)));
      };
      response.on('drain', more);
      more();
    },
  };

  test.each(Object.keys(failures))(
    'that %s is not waited for, and the log reports it without the password',
    async (name) => {
      service.answer = failures[name]!;
      const passwords = asking(service.url, name === 'does not come to an end' ? 10_000 : 200);
      expect(await passwords.includes(LEAKED)).toBe(false);
      expect(told).toHaveLength(1);
      expect(told[0]).toContain('BREACHED_PASSWORDS_URL');
      expect(told[0]).not.toContain(service.url);
      expect(await passwords.includes(LISTED)).toBe(true);
      expect(service.asked.length).toBe(1);
    },
  );

  test('that cannot be reached is ignored', async () => {
    const gone = await createRangeService();
    await gone.stop();
    expect(await asking(gone.url).includes(LEAKED)).toBe(false);
    expect(told).toHaveLength(1);
  });
});
