/** nginx and Caddy with the files of server/deploy in front of a running service, as an integrator and an attacker meet them. */
// SQLite only: proxies do not know the database.
// CI only: it starts nginx and Caddy from Debian, and waits for the longest poll.
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls, getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sigill } from '../../sdk/client/src/index.ts';
import type { ReaderCall } from '../../sdk/reader/src/session/service-calls.ts';
import { playSpecimen, type Specimen } from '../../sdk/reader/src/specimen/index.ts';
import { openDatabase } from '../../server/database/database.ts';
import { missingProgram } from '../support/debian-program.ts';
import { production } from '../support/process/production.ts';
import { PROXIES, type RunningProxy, startProxy } from '../support/process/proxy.ts';
import { createServerProcess, type ServerProcess } from '../support/process/server-process.ts';
import { createCaller, send } from '../support/server/call.ts';
import { newcomers } from '../support/server/newcomers.ts';
import { eventually } from '../support/server/test-server.ts';

const MEGABYTE = 1024 * 1024;
const LONGEST_POLL_SECONDS = 25;

const names = Object.keys(PROXIES) as (keyof typeof PROXIES)[];

describe.for(names)('%s', (name) => {
  const missing = missingProgram(name, PROXIES[name].package);
  if (missing) return test.skip(`is not tried: ${missing}`);

  const usualAuthorities = getCACertificates('default');
  let service: ServerProcess;
  let proxy: RunningProxy;

  beforeAll(async () => {
    service = await createServerProcess({
      ...production(),
      PUBLIC_URL: 'https://localhost',
      HOST: '127.0.0.1',
      TRUSTED_PROXIES: '1',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'info',
    });
    await service.start();
    proxy = await startProxy(name, Number(new URL(service.base).port));
    setDefaultCACertificates([...usualAuthorities, proxy.certificate]);
  });
  afterAll(async () => {
    setDefaultCACertificates(usualAuthorities);
    await proxy?.[Symbol.asyncDispose]();
    await service?.remove();
  });

  test('passes the largest submission that is valid, and more that the service judges itself', async () => {
    const { token, answer } = await submit({ face: picture(2_796_200), face_frames: Array(4).fill(picture(349_524)) });
    expect([answer.status, answer.body]).toEqual([200, { state: 'APPROVED' }]);
    expect((await createCaller(proxy.base)('demo.get', { token })).body).toMatchObject({ state: 'APPROVED' });
    const { answer: judged } = await submit({ face: picture(5.9 * MEGABYTE) });
    expect([judged.status, judged.body]).toEqual([
      400,
      expect.objectContaining({ error: expect.stringContaining('face must be at most 2796204 characters') }),
    ]);
  });

  test('lets the service refuse 6.1 MB in its own words, always', async () => {
    for (let times = 0; times < 10; times++) {
      const { answer } = await submit({ face: picture(6.1 * MEGABYTE) });
      expect([answer.status, answer.body]).toEqual([
        413,
        expect.objectContaining({ error: 'The body is larger than 6291456 bytes' }),
      ]);
    }
  });

  test('counts a caller by its address, whatever it sends as X-Forwarded-For', async () => {
    const networksOf = async (base: string) => {
      const ids: string[] = [];
      for (const forged of ['198.51.100.7', '203.0.113.9, 198.51.100.8', '2001:db8::1']) {
        const answer = await createCaller(base)('demo.get', { token: 'none' }, {}, { 'X-Forwarded-For': forged });
        ids.push(answer.headers.get('x-request-id')!);
      }
      return eventually(async () => {
        const lines = service.stdout.split('\n').filter((line) => ids.some((id) => line.includes(id)));
        return lines.length === ids.length && new Set(lines.map((line) => (JSON.parse(line) as Line).network));
      }, 'the lines of the calls');
    };
    expect((await networksOf(proxy.base)).size).toBe(1);
    // Without the proxy, nothing replaces the header that callers forge.
    expect((await networksOf(service.base)).size).toBe(3);
  });

  test('speaks HTTP/2, sends HSTS once, and redirects from http', async () => {
    const session = connectHttp2(proxy.base);
    await once(session, 'connect');
    expect(session.alpnProtocol).toBe('h2');
    session.destroy();
    const page = await fetch(`${proxy.base}/sign-up`);
    expect([page.status, page.headers.get('strict-transport-security')]).toEqual([
      200,
      'max-age=31536000; includeSubDomains',
    ]);
    const plain = await fetch(`http://localhost:${proxy.http}/open?x=1`, { redirect: 'manual' });
    expect(plain.status).toBe(308);
    // Caddy leaves the port out, since in production it is always 443.
    expect(plain.headers.get('location')).toMatch(/^https:\/\/localhost(:\d+)?\/open\?x=1$/);
  });

  // Caddy has no such bound: docs/operations.md has rules for the firewall instead.
  test.runIf(name === 'nginx')('refuses an address with 400 requests in progress, and serves others', async () => {
    const held: TLSSocket[] = [];
    const open = async (localAddress: string) => {
      const socket = connectTls({
        socket: connect({ host: '127.0.0.1', port: proxy.port, localAddress }),
        servername: 'localhost',
      });
      held.push(socket.on('error', () => {}));
      await once(socket, 'secureConnect');
      return socket;
    };
    const head = 'POST /api/v1/reader.state HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const answerTo = async (localAddress: string) => {
      const socket = await open(localAddress);
      socket.write(`${head}Content-Length: 2\r\n\r\n{}`);
      const [answer] = await once(socket, 'data');
      socket.destroy();
      return String(answer);
    };
    try {
      for (let batch = 0; batch < 8; batch++) {
        const sockets = await Promise.all(Array.from({ length: 50 }, () => open('127.0.0.2')));
        // Their bodies never arrive.
        for (const socket of sockets) socket.write(`${head}Content-Length: 2\r\n\r\n{`);
      }
      const refused = await eventually(async () => {
        const answer = await answerTo('127.0.0.2');
        return answer.startsWith('HTTP/1.1 429') && answer;
      }, 'another request to be refused');
      // By nginx: the service would name the request.
      expect(refused).not.toMatch(/x-request-id/i);
      expect(await answerTo('127.0.0.3')).toMatch(/^HTTP\/1\.1 400 [\s\S]+x-request-id/i);
    } finally {
      for (const socket of held) socket.destroy();
    }
  });

  test('holds the longest poll', { timeout: 90_000 }, async () => {
    const sigill = new Sigill({ ...(await verifiedKeys()), baseUrl: proxy.base, maxRetries: 0 });
    const begun = performance.now();
    const { cursor } = await sigill.callback.listen({});
    const { callbacks } = await sigill.callback.listen({ cursor, wait_seconds: LONGEST_POLL_SECONDS });
    expect(callbacks).toEqual([]);
    expect(performance.now() - begun).toBeGreaterThan(LONGEST_POLL_SECONDS * 1000 - 100);
  });

  test('responds with 502 or 503 while the service restarts, and the SDK retries until it is back', async () => {
    const keys = await verifiedKeys();
    expect(await service.end()).toBe(0);
    expect([502, 503]).toContain((await fetch(`${proxy.base}/open?token=SECRET-OF-A-LINK`)).status);
    const retried: string[] = [];
    const sigill = new Sigill({
      ...keys,
      baseUrl: proxy.base,
      maxRetries: 10,
      logger: { ...console, warn: (line: string) => void retried.push(line) },
    });
    const [created] = await Promise.all([sigill.session.create({}), service.start()]);
    expect(created.id).toBeGreaterThan(0);
    expect(retried.join()).toMatch(/50[23]/);
    expect(proxy.said()).not.toContain('SECRET-OF-A-LINK');
  });

  /** Submits a genuine document with pictures, which a session without face verification ignores. */
  async function submit(pictures: object) {
    const call = createCaller(proxy.base);
    const specimen = (await (await fetch(`${proxy.base}/specimens/genuine.json`)).json()) as Specimen;
    const { token } = (await call('demo.create', {})).body;
    let answer: Awaited<ReturnType<typeof send>> | undefined;
    const reader: ReaderCall = async (id, body, more) => {
      if (id !== 'reader.submit') return (await call(id, body, {}, more)).body as never;
      const headers = { 'Content-Type': 'application/json', ...more };
      answer = await send(proxy.base, id, { headers, body: JSON.stringify({ ...body, ...pictures }) });
      return answer.body as never;
    };
    await playSpecimen({ call: reader, specimen, token, platform: 'CLI', app_version: '1.0.0' }).catch(() => {});
    return { token, answer: answer! };
  }

  /** Verifies the address in the database, because no email is received here. */
  async function verifiedKeys() {
    const { basic, email } = await newcomers(createCaller(proxy.base)).account();
    const { db, close } = openDatabase({ file: join(service.folder, 'sigill.db') });
    await db.updateTable('users').set({ email_verified: 1 }).where('email', '=', email).execute();
    await close();
    return { publicKey: basic.public_key, secret: basic.secret };
  }
});

interface Line {
  network: string;
}

const picture = (bytes: number) => 'A'.repeat(Math.floor(bytes / 4) * 4);
