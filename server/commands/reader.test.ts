import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runReader as run, spawned } from '../../tests/support/packages/script.ts';

const later = 'Thu, 05 Mar 2037 12:00:00 GMT';

let server: Server;
let base: string;
let answers: Record<string, { status?: number; body: object }>;
let submitted: { files: Record<string, string> } | undefined;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const name = request.url!.replace('/api/v1/', '');
    if (name === 'reader.submit') submitted = JSON.parse(Buffer.concat(chunks).toString());
    const { status = 200, body } = answers[name] ?? { status: 404, body: { code: 'not_found', error: name } };
    response.writeHead(status, { 'content-type': 'application/json', date: later }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

const session = (end: object) => ({
  'reader.open': { body: { state: 'CREATED', face_verification: false, passport_only: false } },
  'reader.start': { body: { reader_key: 'key-of-this-device' } },
  'reader.challenge': { body: { challenge: 'qrvM3e7/ABE=', expires: '2037-03-05T12:02:00.000Z' } },
  'reader.submit': { body: end },
});

const cloned = {
  state: 'REJECTED',
  failure: { code: 'chip_auth_failed', message: 'Not the original.', retryable: false },
};

describe('npm run reader', () => {
  test('prints the steps and ends with 0 when the session ends as the specimen says', async () => {
    answers = session(cloned);
    const { code, out } = await run('--base', base, '--token', 'token', '--specimen', 'cloned');
    expect(out.match(/^\w+/gm)).toEqual([
      ...['opened', 'started', 'accessed', 'read', 'challenged', 'answered', 'ended', 'Ended'],
    ]);
    expect(out).toContain('REJECTED chip_auth_failed: Not the original.');
    expect(code).toBe(0);
  });

  test('ends with 1 and prints the expected end when the session ends otherwise', async () => {
    answers = session({ state: 'APPROVED' });
    const { code, out } = await run('--base', base, '--token', 'token', '--specimen', 'cloned');
    expect(out).toContain('cloned should have ended REJECTED chip_auth_failed.');
    expect(code).toBe(1);
  });

  test('issues the specimen by the clock of the server', async () => {
    answers = session({ state: 'APPROVED' });
    await run('--base', base, '--token', 'token');
    const mrz = Buffer.from(submitted!.files['dg1']!, 'base64').toString('latin1').slice(-88);
    expect(mrz.slice(44 + 21, 44 + 27)).toBe('440114');
  });

  test('simulates a fault of the chip, and shows the exchange with it', async () => {
    answers = session({ state: 'APPROVED' });
    const { code, out } = await run('--base', base, '--token', 'token', '--fault', 'field-lost:20', '--trace');
    expect(out).toMatch(/^lost +the chip/m);
    expect(out).toMatch(/^ {2}READ BINARY EF\.COM\n {2}> 0CB09E00[0-9A-F]+\n {2}< [0-9A-F]+$/m);
    expect(out).toMatch(/^ended +APPROVED$/m);
    expect(code).toBe(0);
  });

  test('shows a refusal with its code and ends with 2', async () => {
    const body = { error: 'The session was already started.', code: 'session_already_started', request_id: 'r-1' };
    answers = { ...session({}), 'reader.start': { status: 409, body } };
    const { code, err } = await run('--base', base, '--token', 'token');
    expect(err).toBe(
      'reader.start was refused with 409 session_already_started: The session was already started. (request r-1)\n',
    );
    expect(code).toBe(2);
  });

  test.each([
    [[], '--token is missing.'],
    [['--token', 't', '--specimen', 'other'], 'There is no specimen "other"'],
    [['--token', 't', '--base', 'http://127.0.0.1:9', '--fault', 'flood'], 'Unknown fault "flood"'],
    [['--token', 't', '--base', 'localhost'], '--base is not an http address: localhost'],
    [['--token', 't', '--base', 'http://127.0.0.1:9'], 'No server responds at http://127.0.0.1:9'],
    [['--tokn', 't'], 'Unknown option: --tokn. Did you mean --token?'],
  ])('explains %j and ends with 2', async (args, text) => {
    const { code, err } = await run(...args);
    expect(err).toContain(text);
    expect(err).not.toContain('    at ');
    expect(code).toBe(2);
  });

  test('lists every specimen with its end, as a command of its own', async () => {
    const { code, out } = await spawned('server/commands/reader.ts', ['--list']);
    expect(out).toMatch(/^genuine +APPROVED /m);
    expect(out).toMatch(/^nfc-failure +FAILED nfc_lost /m);
    const [specimens = '', faults = ''] = out.trimEnd().split('\n\nFaults:\n');
    expect(specimens.split('\n')).toHaveLength(20);
    expect(faults).toMatch(/^field-lost +\S/);
    expect(code).toBe(0);
  });
});
