/** `npm run reader -- --files DIR`: submits another tool's reading to a running service. */
// SQLite only: it is about the phone; reader.test.ts makes its calls on both.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { specimenBundle } from '../../server/specimen/specimens.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

const script = fileURLToPath(new URL('../../server/commands/reader.ts', import.meta.url));

let server: TestServer;
let account: { basic: { public_key: string; secret: string } };
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigill-reading-'));
  server = await createTestServer();
  const { basic } = await server.account();
  account = { basic };
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), 'sigill-reading-'));
});

function reader(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

function lay(names: Record<string, string>): void {
  const { files } = specimenBundle('genuine', server.deps.clock.now());
  for (const [name, file] of Object.entries(names))
    writeFileSync(join(folder, name), Buffer.from(files[file as 'sod'] ?? '', 'base64'));
}

async function submit() {
  const { id, token } = (await server.call('session.create', {}, account)).body;
  const run = await reader('--base', server.base, '--token', token, '--files', folder);
  return { ...run, session: (await server.call('session.get', { id }, account)).body };
}

const PLAIN = { 'sod.bin': 'sod', 'dg1.bin': 'dg1', 'dg2.bin': 'dg2' };

describe('the files of a chip', () => {
  test.each([
    ['plain names', { ...PLAIN, 'dg11.bin': 'dg11', 'dg12.bin': 'dg12', 'dg14.bin': 'dg14', 'dg15.bin': 'dg15' }],
    [
      'names of files',
      { 'EF_COM.bin': 'com', 'EF_SOD.BIN': 'sod', 'EF.DG1.bin': 'dg1', 'ef_dg2.bin': 'dg2', 'EF.DG15': 'dg15' },
    ],
    ['names of groups', { 'EF.SOD': 'sod', 'Datagroup1.bin': 'dg1', 'DATAGROUP2.dat': 'dg2', 'dg15.raw': 'dg15' }],
  ])('are submitted under %s, with or without EF.COM, and checked', async (_, names) => {
    lay(names);
    const { code, out, err, session } = await submit();
    expect(err).toBe('');
    expect(out).toContain('Files cannot sign the challenge');
    expect(out).toMatch(/^read +.*sod \d+, dg1 \d+, .*dg2 \d+$/m);
    expect(out.match(/^\w+/gm)).toEqual(['note', 'opened', 'started', 'read', 'ended']);
    expect(out).toMatch(/^ended +REJECTED chip_auth_missing/m);
    expect(code).toBe(1);
    expect(session).toMatchObject({
      state: 'REJECTED',
      failure: { code: 'chip_auth_missing' },
      chip: { checks: { signature: { result: 'PASSED' }, data: { result: 'PASSED' }, document: { result: 'PASSED' } } },
    });
  });

  test('that the service does not use are named and not sent', async () => {
    lay(PLAIN);
    writeFileSync(join(folder, 'dg3.bin'), 'fingerprints');
    writeFileSync(join(folder, 'notes.txt'), 'read on Monday');
    const { out } = await submit();
    expect(out).toMatch(/^not sent +dg3.bin, notes.txt$/m);
  });
});

describe('a reading that cannot be submitted is explained, and the session stays as it was:', () => {
  test.each<[string, () => void, string]>([
    [
      'without DG2',
      () => lay({ 'sod.bin': 'sod', 'dg1.bin': 'dg1' }),
      'is missing dg2.bin. A reading is sod.bin, dg1.bin and dg2.bin',
    ],
    ['without anything', () => lay({}), 'is missing sod.bin, dg1.bin, dg2.bin.'],
    ['with a file twice', () => lay({ ...PLAIN, 'EF_SOD.bin': 'sod' }), 'contains sod twice: EF_SOD.bin and sod.bin.'],
    ['with an empty file', () => lay({ ...PLAIN, 'dg7.bin': 'dg7' }), 'dg7.bin is empty.'],
    ['that is not a folder', () => rmSync(folder, { recursive: true }), 'The folder of --files cannot be read'],
  ])('%s', async (_, prepare, text) => {
    prepare();
    const { code, err, session } = await submit();
    expect(err).toContain(text);
    expect(err).not.toContain('    at ');
    expect([code, session.state]).toEqual([2, 'CREATED']);
  });

  test('files together with a specimen', async () => {
    const { code, err } = await reader('--token', 'token', '--files', folder, '--specimen', 'genuine');
    expect([code, err]).toEqual([2, 'Give --specimen or --files, not both.\n']);
    const traced = await reader('--token', 'token', '--files', folder, '--trace');
    expect([traced.code, traced.err]).toEqual([
      2,
      '--fault and --trace are about what a chip does, and --files reads none.\n',
    ]);
  });
});

test('the help says what submitting files cannot do', async () => {
  const { code, out } = await reader('--help');
  expect(out).toContain('--files');
  expect(out).toContain('Files cannot sign a challenge');
  expect(code).toBe(0);
});
