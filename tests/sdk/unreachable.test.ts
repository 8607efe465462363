/** What the SDK reports, and how often it retries, when nothing responds. With real sockets and the real resolver. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ConnectionError, Sigill, type SigillOptions } from '../../sdk/client/src/index.ts';
import { issueCertificate } from '../../server/specimen/issue-certificate.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import { facts } from '../../web/src/content/facts.ts';

const keys = { publicKey: 'public-key-12345678', secret: 'secret-1234567890123456' };
const servers: Server[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const http = (answer: RequestListener) => listening(createServer(answer));

function https(): Promise<number> {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return listening(createTlsServer({ key: key.export({ type: 'pkcs8', format: 'pem' }), cert: selfSigned(key) }));
}

function selfSigned(key: KeyObject): string {
  const name = { country: 'UT', organization: 'Test', common_name: 'localhost' };
  const validity = { not_before: new Date('2020-01-01'), not_after: new Date('2049-01-01') };
  const der = issueCertificate({ role: 'DS', serial: 1, subject: name, key, issuer: { name, key }, ...validity });
  return `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;
}

/** Records the times to wait, without waiting. */
async function failing(options: SigillOptions) {
  const waits: number[] = [];
  const lines: string[] = [];
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void lines.push(line));
  const sigill = new Sigill({ ...keys, sleep: async (delay) => void waits.push(delay), random: () => 0, ...options });
  const error = await sigill.session.create().then(
    () => expect.unreachable('The call was answered.'),
    (error: unknown) => error as ConnectionError,
  );
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error.cause).toBeInstanceOf(Error);
  return { error, waits, lines };
}

describe('the SDK fails immediately, with the URL and the reason, when', () => {
  test.each<[string, () => Promise<string> | string, RegExp]>([
    ['the name does not exist', () => 'https://nowhere.invalid', /^(ENOTFOUND|EAI_AGAIN)$/],
    [
      'the certificate is not trusted',
      async () => `https://127.0.0.1:${await https()}`,
      /^DEPTH_ZERO_SELF_SIGNED_CERT$/,
    ],
    ['there is no TLS', async () => `https://127.0.0.1:${await http(() => {})}`, /SSL|EPROTO/],
    ['the URL is invalid', () => 'https://sigill .example', /^ERR_INVALID_URL$/],
    ['clients block the port', () => 'http://127.0.0.1:1', /^bad port$/],
  ])('%s', async (_, addressOf, reason) => {
    const baseUrl = await addressOf();
    const { error, waits, lines } = await failing({ baseUrl });
    const [, named = ''] = /^Could not reach \S.* \((.+)\)\. Is baseUrl right\?$/.exec(error.message) ?? [];
    expect(named).toMatch(reason);
    expect(error.message).toContain(`Could not reach ${baseUrl} (`);
    expect(error).toMatchObject({ status: 0, code: 'unreachable', url: `${baseUrl}/api/v1/session.create` });
    expect([waits, lines]).toEqual([[], []]);
  });

  test('the URL in the environment is wrong', async () => {
    vi.stubEnv('SIGILL_BASE_URL', 'https://nowhere.invalid/');
    const { error } = await failing({});
    expect(error.message).toMatch(/^Could not reach https:\/\/nowhere\.invalid \(E\w+\)\. Is SIGILL_BASE_URL right\?$/);
  });
});

test('the default URL is the one that the site and the guides name', async () => {
  vi.stubEnv('SIGILL_BASE_URL', undefined);
  const { error } = await failing({});
  expect(error.message).toMatch(/\. Is SIGILL_BASE_URL right\?$/);
  const { origin } = new URL(error.url ?? '');
  expect(error.message).toContain(`Could not reach ${origin} (`);
  expect(origin).toBe(facts.site_url);
  const guides = join(import.meta.dirname, '../../docs/guides');
  for (const file of readdirSync(guides)) {
    const named = readFileSync(join(guides, file), 'utf8').match(/https:\/\/[\w.-]*sigill\.example/g) ?? [];
    expect(
      named.filter((address) => address !== origin),
      file,
    ).toEqual([]);
  }
});

test('a service that is down is retried, since it may be starting; the log lines and the error name it', async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const { error, waits, lines } = await failing({ baseUrl });
  expect(waits).toEqual([2000, 4000, 8000, 16000]);
  const text = `Could not reach ${baseUrl} (ECONNREFUSED). Is baseUrl right?`;
  expect(error).toMatchObject({ message: text, code: 'connection_failed', url: `${baseUrl}/api/v1/session.create` });
  expect(lines).toEqual([2, 4, 8, 16].map((s) => `[sigill] session.create: ${text} Retrying in ${s} s.`));
});

test('a response that breaks off is retried, and is not reported as a missing connection', async () => {
  const port = await http((_, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('{"id":', () => response.destroy());
  });
  const { error, waits } = await failing({ baseUrl: `http://127.0.0.1:${port}` });
  expect(error).toMatchObject({
    message: `Lost the connection to http://127.0.0.1:${port}.`,
    code: 'connection_lost',
  });
  expect(waits).toHaveLength(4);
});

test('the log lines go where the options say', async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const own: string[] = [];
  const line = (text: string) => void own.push(text);
  const logger = { error: line, warn: line, info: line, debug: line };
  expect((await failing({ baseUrl, logger })).lines).toEqual([]);
  expect(own).toHaveLength(4);
  expect((await failing({ baseUrl, logLevel: 'error' })).lines).toEqual([]);
});
