/** `runSession` of `@sigill/reader` against the real service, with a chip that answers, slips away and refuses. */
import { createPrivateKey, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ChipError,
  callOverFetch,
  type ReaderCall,
  ReadingFailed,
  runSession,
  type SessionOptions,
  type SessionStep,
} from '../../sdk/reader/src/index.ts';
import type { FileName, OpenChip } from '../../sdk/reader/src/session/chip.ts';
import { specimenBundle } from '../../server/specimen/specimens.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let account: { basic: { public_key: string; secret: string } };
beforeAll(async () => {
  server = await createTestServer();
  const { basic } = await server.account();
  account = { basic };
});
afterAll(() => server?.stop());

const create = async (options = {}) => (await server.call('session.create', options, account)).body;

type Trouble = (file: FileName) => Error | undefined;

function chipOf(name: 'genuine', trouble: Trouble = () => undefined): OpenChip {
  const bundle = specimenBundle(name, server.deps.clock.now());
  const key = createPrivateKey({ key: bundle.aa!.private_key_jwk, format: 'jwk' });
  return {
    access: { protocol: 'BAC', cipher: '3DES', key: 'MRZ' },
    async readFile(file, { onProgress } = {}) {
      const error = trouble(file);
      if (error) throw error;
      const text = (bundle.files as Record<string, string>)[file];
      if (!text) throw new ChipError('FILE_UNREADABLE', `There is no ${file}`);
      const bytes = new Uint8Array(Buffer.from(text, 'base64'));
      onProgress?.(bytes.length, bytes.length, bytes);
      return bytes;
    },
    internalAuthenticate: async (challenge) =>
      new Uint8Array(sign('sha256', challenge, { key, dsaEncoding: 'ieee-p1363' })),
    chipAuthentication: () => Promise.reject(new Error('not asked')),
  };
}

function reading(token: string, more: Partial<SessionOptions> = {}) {
  const steps: SessionStep[] = [];
  const end = runSession({
    call: callOverFetch(server.base),
    token,
    platform: 'CLI',
    app_version: '1.0.0',
    access: { can: '123456' },
    connect: async () => async () => Uint8Array.of(0x90, 0),
    open: async () => chipOf('genuine'),
    wait: async () => {},
    onStep: (step) => steps.push(step),
    ...more,
  });
  return { end, steps, names: () => steps.map(({ step }) => step) };
}

test('reads what the document lists, in the order that fails earliest, to APPROVED', async () => {
  const { id, token } = await create();
  const { end, steps } = reading(token);
  expect(await end).toEqual({ state: 'APPROVED' });
  expect(steps.flatMap((step) => (step.step === 'READING' ? [step.file] : []))).toEqual([
    'com',
    'sod',
    'dg1',
    'dg14',
    'dg15',
    'dg11',
    'dg12',
    'dg2',
  ]);
  expect((await server.call('session.get', { id }, account)).body).toMatchObject({ state: 'APPROVED' });
});

test('a document that slips away is read on from where it was', async () => {
  const { token } = await create();
  let times = 0;
  const open = async () =>
    chipOf('genuine', (file) => (file === 'dg2' && times++ < 2 ? new ChipError('CHIP_LOST', 'gone') : undefined));
  const { end, names } = reading(token, { open });
  expect(await end).toEqual({ state: 'APPROVED' });
  expect(names().filter((name) => name === 'LOST')).toHaveLength(2);
});

test('answers that are lost on the way are asked for again under the same key', async () => {
  const { token } = await create();
  const call = callOverFetch(server.base);
  const lost = new Set<string>();
  const flaky: ReaderCall = async (name, params, headers) => {
    const answer = await call(name, params, headers);
    if (!lost.has(name)) {
      lost.add(name);
      throw new Error('The answer was lost');
    }
    return answer;
  };
  expect(await reading(token, { call: flaky }).end).toEqual({ state: 'APPROVED' });
  expect([...lost].sort()).toEqual(['reader.challenge', 'reader.open', 'reader.start', 'reader.submit']);
});

test('a challenge that ran out is replaced, and nothing is read twice', async () => {
  const { token } = await create();
  const call = callOverFetch(server.base);
  let submissions = 0;
  const late: ReaderCall = async (name, params, headers) => {
    if (name === 'reader.submit' && submissions++ === 0) await server.advance('PT121S');
    return call(name, params, headers);
  };
  const { end, steps, names } = reading(token, { call: late });
  expect(await end).toEqual({ state: 'APPROVED' });
  expect(submissions).toBe(2);
  expect(names().filter((name) => name === 'CHALLENGED')).toHaveLength(2);
  expect(steps.filter((step) => step.step === 'READING' && step.file === 'dg2')).toHaveLength(1);
});

test('the platform names its own failure', async () => {
  const { token } = await create();
  const connect = () => Promise.reject(new ReadingFailed('nfc_unavailable', 'NFC is off'));
  expect(await reading(token, { connect }).end).toEqual({ state: 'FAILED', code: 'nfc_unavailable' });
});
