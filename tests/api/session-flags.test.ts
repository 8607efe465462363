// SQLite only: the chip engine decides, without the database.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { der, derInteger } from '../../sdk/emrtd/src/asn1/der-values.ts';
import { issueDeviationList, issueDeviationSigner } from '../support/documents/deviation-lists.ts';
import { type CertificateOptions, ecKeys, issueCertificate, nameOf, rsaKeys } from '../support/documents/documents.ts';
import { documentOf, submitFiles } from '../support/documents/national-documents.ts';
import { runOperator } from '../support/packages/script.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';

const keys = { signer: ecKeys(), small: rsaKeys(1024) };
const cscaOf = (C: string) =>
  issueCertificate({ subject: nameOf({ C, CN: 'CSCA' }), keys: ecKeys(), serial: 1, ca: true });
const cscas = { SE: cscaOf('SE'), NO: cscaOf('NO') };
const countries = { SWE: 'SE', NOR: 'NO' } as const;
const portrait = readFileSync(new URL('../../server/specimen/portraits/alma.jpg', import.meta.url));
const listed = (number: string, description: string) => ({
  type: '3.1',
  parameter: 4,
  document_numbers: [number],
  description,
});
const published = new Date('2026-01-15');

let folder: string;
let server: TestServer;
let basic: { public_key: string; secret: string };
const log: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigill-flags-'));
  for (const name of ['csca', 'deviations', 'imports']) mkdirSync(join(folder, name));
  const write = (name: string, content: Uint8Array) => writeFileSync(join(folder, name), content);
  for (const [name, { certificate }] of Object.entries(cscas)) write(`csca/${name}.cer`, certificate);
  const stranger = issueDeviationSigner({ ...cscas.SE, keys: ecKeys() }, 'SE');
  write(
    'deviations/NO.dvl',
    issueDeviationList([listed('L898902C3', 'Printed wrongly')], issueDeviationSigner(cscas.NO, 'NO'), published),
  );
  write(
    'deviations/SE.dl',
    issueDeviationList([listed('L898902C4', 'Of 2017')], issueDeviationSigner(cscas.SE, 'SE'), published),
  );
  write('deviations/forged.der', issueDeviationList([listed('L898902C3', 'Trust me')], stranger, published));
  server = await createTestServer({ environment: { MASTER_LISTS_DIR: folder }, log: (line) => log.push(line) });
  ({ basic } = await server.account());
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function read(options: Partial<CertificateOptions> = {}, state: 'SWE' | 'NOR' = 'SWE', session_options = {}) {
  const country = countries[state];
  const issuer = cscas[country];
  const subject = nameOf({ C: country, CN: 'Document Signer' });
  const signer = issueCertificate({ subject, keys: keys.signer, issuer, serial: 22, ...options });
  const files = documentOf({ state, signer, issuer, portrait });
  const { state: end, chip, ...session } = await submitFiles(server, basic, files, session_options);
  return { end, code: 'failure' in session ? session.failure?.code : undefined, chip, session };
}

const documentTypes = (...types: string[]) => ({
  oid: '2.23.136.1.1.6.2',
  value: der(0x30, derInteger(0), der(0x31, ...types.map((type) => der(0x13, Buffer.from(type))))),
});

test('a document with nothing unusual has no flag', async () => {
  expect(await read({ extensions: [documentTypes('P', 'ID')] })).toMatchObject({
    end: 'APPROVED',
    chip: { flags: [], weaknesses: [], weak_algorithms: [] },
  });
});

test.each<[string, Partial<CertificateOptions>]>([
  ['signer_is_ca', { ca: true, key_usage: 0x80 }],
  ['signer_critical_extension', { extensions: [{ oid: '1.2.3.4', value: der(0x05), critical: true }] }],
  ['signer_document_type', { extensions: [documentTypes('ID')] }],
])('a signer not meant for the document ends the session, and the flag %s says why', async (flag, options) => {
  const { end, code, chip } = await read(options);
  expect({ end, code }).toEqual({ end: 'REJECTED', code: 'issuer_unknown' });
  expect(chip.flags).toMatchObject([{ code: flag }]);
  expect(chip.checks.issuer).toMatchObject({
    result: 'FAILED',
    message: expect.stringContaining(chip.flags![0]!.message),
  });
});

test('a document of a careless issuer is flagged and approved', async () => {
  expect(await read({ key_usage: 0xc0, not_after: '2036-01-01' })).toMatchObject({
    end: 'APPROVED',
    chip: { flags: [{ code: 'signer_key_usage_unusual' }, { code: 'signer_validity' }] },
  });
});

test('a weak key is accepted, and reported with its place', async () => {
  expect(await read({ keys: keys.small })).toMatchObject({
    end: 'APPROVED',
    chip: { weaknesses: [{ where: 'DOCUMENT_SIGNER', algorithm: 'RSA 1024' }], weak_algorithms: ['RSA 1024'] },
  });
});

test('a weak digest under a strong signature is reported too, because it alone protects the content', async () => {
  const issuer = cscas.SE;
  const signer = issueCertificate({ subject: nameOf({ C: 'SE', CN: 'Document Signer' }), keys: keys.signer, issuer });
  const document = documentOf({ state: 'SWE', signer, issuer, portrait, message_digest: 'sha1' });
  expect(await submitFiles(server, basic, document)).toMatchObject({
    state: 'APPROVED',
    chip: { weaknesses: [{ where: 'SECURITY_OBJECT', algorithm: 'SHA-1' }], weak_algorithms: ['SHA-1'] },
  });
});

describe('refuse_weak', () => {
  test('refuses every reported weakness, with its own code, and says which it is', async () => {
    const { end, session, chip } = await read({ keys: keys.small }, 'SWE', { refuse_weak: true });
    expect({ end, session }).toMatchObject({
      end: 'REJECTED',
      session: {
        refuse_weak: true,
        failure: {
          code: 'weak_algorithm',
          message: expect.stringMatching(/outdated algorithm or a short key.*use another document/i),
          retryable: false,
          help_url: expect.stringMatching(/\/failure-guide#weak_algorithm$/),
        },
      },
    });
    expect(session).not.toHaveProperty('surname');
    expect(chip).toMatchObject({
      checks: {
        issuer: { result: 'PASSED' },
        signature: { result: 'PASSED' },
        document: { result: 'FAILED', code: 'weak_algorithm', message: expect.stringContaining('RSA 1024') },
      },
      weak_algorithms: ['RSA 1024'],
    });
  });

  test('accepts a document without weaknesses', async () => {
    expect(await read({}, 'SWE', { refuse_weak: true })).toMatchObject({ end: 'APPROVED', chip: { weaknesses: [] } });
  });
});

test("a document that its State lists as deviating says so, in the State's words", async () => {
  expect(await read({}, 'NOR')).toMatchObject({
    end: 'APPROVED',
    chip: {
      flags: [
        {
          code: 'deviation_mrz',
          message: 'According to the deviation list of NO of 2026-01-15, field 4 of the MRZ is wrong: Printed wrongly',
        },
      ],
    },
  });
});

test('an imported deviation list takes effect without a restart, until a newer one of its State comes', async () => {
  const trust = async (name: string, list: Buffer) => {
    writeFileSync(join(folder, 'imports', name), list);
    const { out } = await runOperator(
      server,
      'trust',
      'import',
      '--yes',
      '--by',
      'Alma Vinter',
      join(folder, 'imports', name),
    );
    await server.advance('PT1S');
    return out.split('\n');
  };
  const version = async () => (await server.ctx.db.selectFrom('trust_log').select('sequence').execute()).length;
  const noticed = () => eventually(async () => server.deps.trust.version === (await version()), 'the new list');
  const signer = issueDeviationSigner(cscas.SE, 'SE');
  const first = issueDeviationList([listed('L898902C3', 'Of 2018')], signer, new Date('2026-02-01'));
  expect((await trust('first.dvl', first)).slice(0, 2)).toEqual([
    'first.dvl: 1 deviation list',
    expect.stringMatching(/^ {2}deviation list of SE of 2026-02-01 \(\d+ days old\), 1 deviation$/),
  ]);
  await noticed();
  expect((await read()).chip.flags).toMatchObject([
    { code: 'deviation_mrz', message: expect.stringContaining('Of 2018') },
  ]);

  const stranger = issueDeviationSigner({ ...cscas.SE, keys: ecKeys() }, 'SE');
  const forged = issueDeviationList([listed('L898902C3', 'Trust me')], stranger, new Date('2026-04-01'));
  expect((await trust('forged.dvl', forged))[0]).toMatch(/^Refused 1 entry of forged\.dvl: No trusted CSCA issued/);
  const older = issueDeviationList([listed('L898902C3', 'Of 2016')], signer, new Date('2026-01-20'));
  expect((await trust('older.dvl', older))[0]).toMatch(/older than the imported list of 2026-02-01$/);
  expect((await trust('again.dvl', first))[0]).toMatch(/Already imported$/);

  const next = issueDeviationList([listed('A1', 'Another')], signer, new Date('2026-03-01'));
  expect(await trust('next.dvl', next)).toContain(
    'Replaces the deviation list of SE of 2026-02-01, in first.dvl, which has 1 deviation that the new one does not.',
  );
  await noticed();
  expect((await read()).chip.flags).toEqual([]);
  const { out } = await runOperator(server, 'trust', 'status');
  expect(out).toMatch(/^next\.dvl: 1 deviation list$/m);
  expect(out).not.toContain('first.dvl');
});

test('a deviation list signed by nobody trusted is ignored, and the operator is notified', () => {
  expect(log.find((line) => line.includes('forged.der'))).toContain('No trusted CSCA issued');
});
