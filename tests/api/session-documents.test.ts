/** Documents of a State whose master list the operator has installed, from the phone to `session.get`. */
// SQLite only: the chip engine decides, without the database.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { der } from '../../sdk/emrtd/src/asn1/der-values.ts';
import {
  dg1Of,
  dg2Of,
  ecKeys,
  type Issued,
  issueCertificate,
  issueSod,
  nameOf,
  rsaKeys,
} from '../support/documents/documents.ts';
import { issueListAuthority, issueMasterList } from '../support/documents/master-lists.ts';
import { passportMrz } from '../support/documents/national-documents.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { submitter } from '../support/server/world.ts';

const READER = fileURLToPath(new URL('../../server/commands/reader.ts', import.meta.url));

const keys = { csca: ecKeys('brainpoolP384r1', { digest: 'sha384' }), signer: ecKeys(), link: rsaKeys(2048) };
const germany = nameOf({ C: 'DE', O: 'bund', CN: 'csca-germany' });
const csca = issueCertificate({ subject: germany, keys: keys.csca, serial: Buffer.from('00be11', 'hex'), ca: true });
const sweden = nameOf({ C: 'SE', O: 'Polismyndigheten', CN: 'CSCA' });
/** This link certificate is itself a trust anchor, because the CSCA that signed it is not available here. */
const link = issueCertificate({
  subject: sweden,
  keys: keys.link,
  issuer: { subject: sweden, keys: ecKeys() },
  serial: Buffer.from('5e', 'hex'),
  ca: true,
});
const other = issueCertificate({ subject: nameOf({ C: 'FI', CN: 'CSCA' }), keys: ecKeys(), ca: true });

const pem = (...certificates: Buffer[]) =>
  certificates
    .map((certificate) => certificate.toString('base64').replace(/.{64}/g, '$&\r\n'))
    .map((base64) => `subject=/C=SE\r\n-----BEGIN CERTIFICATE-----\r\n${base64}\r\n-----END CERTIFICATE-----\r\n`)
    .join('');

function trustFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-trust-'));
  for (const name of ['roots', 'csca']) mkdirSync(join(folder, name));
  const [authority, stranger] = [issueListAuthority(), issueListAuthority('XX')];
  const list = issueMasterList([csca.certificate], authority, new Date('2026-05-28T08:28:45Z'));
  writeFileSync(join(folder, 'DE.ML'), list);
  writeFileSync(join(folder, 'cut-off.ml'), list.subarray(0, 700));
  writeFileSync(join(folder, 'unpinned.ml'), issueMasterList([csca.certificate], stranger, new Date('2026-05-28')));
  writeFileSync(join(folder, 'roots/publisher.pem'), pem(authority.root.certificate));
  writeFileSync(join(folder, 'roots/broken.cer'), 'no certificate');
  writeFileSync(join(folder, 'csca/Nordic.CRT'), pem(other.certificate, link.certificate));
  writeFileSync(join(folder, 'csca/broken.der'), csca.certificate.subarray(0, 200));
  return folder;
}

let folder: string;
let server: TestServer;
let account: { basic: { public_key: string; secret: string } };
const log: string[] = [];

beforeAll(async () => {
  folder = trustFolder();
  server = await createTestServer({ environment: { MASTER_LISTS_DIR: folder }, log: (line) => log.push(line) });
  const { basic } = await server.account();
  account = { basic };
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const portrait = readFileSync(new URL('../../server/specimen/portraits/alma.jpg', import.meta.url));

interface Design {
  state?: string;
  issuer?: Pick<Issued, 'subject' | 'keys'>;
  serial?: string;
  subject?: Buffer;
  expiry?: string;
}

function documentOf({ state = 'D<<', issuer = csca, serial = '00abcd12ef', subject, expiry }: Design = {}) {
  const signer = issueCertificate({
    subject: subject ?? nameOf({ C: state.startsWith('D') ? 'DE' : 'SE', CN: 'Document Signer' }),
    keys: keys.signer,
    issuer,
    serial: Buffer.from(serial, 'hex'),
  });
  const groups = new Map([
    [1, dg1Of(passportMrz(state, expiry))],
    [2, dg2Of(portrait)],
    [14, der(0x6e, der(0x31))],
  ]);
  return {
    sod: issueSod({ signer, issuerSubject: issuer.subject, groups }),
    dg1: groups.get(1)!,
    dg2: groups.get(2)!,
  };
}

async function verify(files: Record<string, Uint8Array>, at = server, basic = account, options = {}) {
  const { id, token } = (await at.call('session.create', options, basic)).body;
  const { reader_key } = (await at.call('reader.start', { token, platform: 'CLI', app_version: '1.0.0' })).body;
  const { challenge } = (await at.call('reader.challenge', { token, reader_key })).body;
  const encoded = Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
  );
  const headers = submitter({ token, reader_key });
  const submitted = await at.call('reader.submit', { challenge, files: encoded }, {}, headers);
  const { status, body, text } = await at.call('session.get', { id }, basic);
  expect([submitted.status, status], `${submitted.text} ${text}`).toEqual([200, 200]);
  expect(submitted.body.state).toBe(body.state);
  return body as Extract<typeof body, { state: 'REJECTED' | 'APPROVED' }>;
}

const ANCHOR = { subject: 'C=DE, O=bund, CN=csca-germany', country: 'DE', source: 'DE.ML', source_date: '2026-05-28' };

describe('a document under a CSCA of the master list', () => {
  test('is approved, with its signer, its anchor and the day of the list', async () => {
    expect(await verify(documentOf())).toMatchObject({
      state: 'APPROVED',
      specimen: true,
      surname: 'ERIKSSON',
      nationality: 'DE',
      chip: {
        signer: { subject: 'C=DE, CN=Document Signer', issuer: ANCHOR.subject, serial_number: 'abcd12ef' },
        trust_anchor: ANCHOR,
        specimen: false,
      },
    });
  });

  test.each([
    ['7f', '7f'],
    ['00', '00'],
    ['ff', 'ff'],
    [`00${'de'.repeat(20)}`, 'de'.repeat(20)],
    ['5a'.repeat(40), '5a'.repeat(40)],
  ])('shows the serial number %s as %s', async (serial, shown) => {
    const { state, chip } = await verify(documentOf({ serial }));
    expect([state, chip.signer?.serial_number]).toEqual(['APPROVED', shown]);
  });

  test('is rejected with its reason, its signer and its anchor', async () => {
    const { dg1: foreign } = documentOf({ expiry: '320101' });
    expect(await verify({ ...documentOf(), dg1: foreign })).toMatchObject({
      state: 'REJECTED',
      failure: { code: 'dg_hash_mismatch' },
      chip: {
        checks: { issuer: { result: 'PASSED' }, data: { result: 'FAILED', code: 'dg_hash_mismatch' } },
        signer: { serial_number: 'abcd12ef' },
        trust_anchor: ANCHOR,
      },
    });
  });

  test('lets its session be found by country, until the identity data is deleted', async () => {
    const { basic } = await server.account();
    const own = { basic };
    const approved = await verify(documentOf(), server, own);
    const rejected = await verify({ ...documentOf(), dg1: documentOf({ expiry: '320101' }).dg1 }, server, own);
    const found = async (document_country: string) =>
      (await server.call('session.list', { document_country }, own)).body.sessions.map(({ id }) => id);
    expect(await found('DE')).toEqual([rejected.id, approved.id]);
    expect(await found('SE')).toEqual([]);
    await server.call('session.redact', { id: approved.id }, own);
    expect(await found('DE')).toEqual([rejected.id]);
    const search = String(approved.id);
    const [redacted] = (await server.call('session.list', { search }, own)).body.sessions;
    expect(redacted).toMatchObject({ state: 'APPROVED' });
    expect(redacted).not.toHaveProperty('document_country');
  });

  test('is rejected, but still readable, if its signer has an overlong name', async () => {
    const subject = nameOf({ C: 'SE', CN: `${'x'.repeat(1012)}${'😀'.repeat(20)}` });
    const { state, failure, chip } = (await verify(documentOf({ subject }))) as {
      state: string;
      failure?: object;
      chip: { signer?: { subject: string } };
    };
    expect([state, failure]).toMatchObject(['REJECTED', { code: 'country_mismatch' }]);
    expect(chip.signer?.subject).toMatch(/^C=SE, CN=x{1012}😀…$/u);
  });
});

test('a specimen session accepts no document of a real State, trusted or not, and keeps nothing of it', async () => {
  const issuer = { subject: nameOf({ C: 'DE', CN: 'Somebody' }), keys: ecKeys() };
  for (const files of [documentOf(), documentOf({ issuer })]) {
    const session = await verify(files, server, account, { specimen: true });
    expect(session).toMatchObject({ state: 'REJECTED', failure: { code: 'specimen_required', retryable: false } });
    expect(session.chip.trust_anchor).toBeUndefined();
    expect(session).not.toHaveProperty('surname');
  }
});

test("an unknown issuer's document with a name of 600 characters is rejected, but can be read", async () => {
  const issuer = { subject: nameOf({ C: 'DE', CN: `\u202e\u0000${'x'.repeat(600)}` }), keys: ecKeys() };
  const { state, chip, ...shown } = await verify(documentOf({ issuer }));
  expect({ state, ...shown }).toMatchObject({ state: 'REJECTED', failure: { code: 'issuer_unknown' } });
  expect(chip.checks.issuer.message).toMatch(/^The document .* \(C=DE, CN=x+…$/);
  expect(chip.checks.issuer.message).toHaveLength(500);
  expect(chip.signer?.issuer).toBe(`C=DE, CN=${'x'.repeat(600)}`);
  expect(chip.trust_anchor).toBeUndefined();
});

test('a link certificate alone in csca/, second in a PEM file, is trusted as it is', async () => {
  const { state, chip } = await verify(documentOf({ state: 'SWE', issuer: link }));
  expect([state, chip.trust_anchor]).toMatchObject([
    'APPROVED',
    { subject: 'C=SE, O=Polismyndigheten, CN=CSCA', country: 'SE', source: 'csca/Nordic.CRT' },
  ]);
});

test("another tool's reading is submitted by npm run reader -- --files, and approved", async () => {
  const { id, token } = (await server.call('session.create', {}, account)).body;
  const reading = mkdtempSync(join(tmpdir(), 'sigill-reading-'));
  const { sod, dg1, dg2 } = documentOf();
  for (const [name, bytes] of Object.entries({ EF_SOD: sod, Datagroup1: dg1, Datagroup2: dg2 }))
    writeFileSync(join(reading, `${name}.bin`), bytes);
  const args = ['--base', server.base, '--token', token, '--files', reading];
  const { code, out } = await new Promise<{ code: number | null; out: string }>((resolve) => {
    const child = execFile(process.execPath, [READER, ...args], (_, out) => resolve({ code: child.exitCode, out }));
  });
  rmSync(reading, { recursive: true });
  expect(out).toMatch(/^ended +APPROVED$/m);
  expect(code).toBe(0);
  const { body } = await server.call('session.get', { id }, account);
  expect(body).toMatchObject({ state: 'APPROVED', surname: 'ERIKSSON', chip: { trust_anchor: ANCHOR } });
});

test('a folder without a trust anchor is named in the log', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'sigill-empty-'));
  writeFileSync(join(empty, 'csca.cer'), csca.certificate);
  const lines: string[] = [];
  const other = await createTestServer({ environment: { MASTER_LISTS_DIR: empty }, log: (line) => lines.push(line) });
  await other.stop();
  rmSync(empty, { recursive: true });
  expect(lines.filter((line) => line.includes('no real document will be approved'))).toHaveLength(1);
});

test('each unusable trust file is named in the log, once, with its reason', () => {
  const warnings = log.filter((line) => line.includes('MASTER_LISTS_DIR')).map((line) => JSON.parse(line));
  expect(warnings.map(({ file, reason }) => [file, reason])).toEqual([
    ['cut-off.ml', expect.stringMatching(/^The file is truncated: \d+ of [\d,]+ bytes$/)],
    ['unpinned.ml', expect.stringMatching(/^None of the given roots issued .*; the issuer is C=XX, O=Publisher/)],
    ['csca/broken.der', expect.stringMatching(/^The file is truncated: \d+ of [\d,]+ bytes$/)],
    ['roots/broken.cer', 'No certificate: neither DER nor PEM'],
  ]);
});
