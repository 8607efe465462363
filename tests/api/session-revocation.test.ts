// SQLite only: the chip engine decides, without the database.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ecKeys, issueCertificate, nameOf, rsaKeys } from '../support/documents/documents.ts';
import { issueListAuthority, issueMasterList } from '../support/documents/master-lists.ts';
import { documentOf, submitFiles } from '../support/documents/national-documents.ts';
import { DELTA, issueRevocationList } from '../support/documents/revocation-lists.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

const keys = {
  ...{ before: ecKeys(), after: rsaKeys(), neighbour: ecKeys(), withdrawn: ecKeys(), signer: ecKeys() },
  ...{ compromised: ecKeys(), linked: ecKeys() },
};
const cscaOf = (C: string, CN: string, of: keyof typeof keys, serial: number, not_before = '2020-01-01') =>
  issueCertificate({ subject: nameOf({ C, CN }), keys: keys[of], serial, ca: true, not_before });
const before = cscaOf('SE', 'CSCA of the police', 'before', 1);
const after = cscaOf('SE', 'CSCA of the authority', 'after', 2, '2024-01-01');
const neighbour = cscaOf('NO', 'CSCA', 'neighbour', 3);
const withdrawn = cscaOf('FI', 'CSCA', 'withdrawn', 0xf1);
const compromised = cscaOf('DK', 'CSCA', 'compromised', 0xd1);
/** The State's next CSCA, which is trusted only because the compromised one signed it. */
const linked = issueCertificate({ ...compromised, keys: keys.linked, issuer: compromised, serial: 0xd2, ca: true });

let folder: string;
let server: TestServer;
let basic: { public_key: string; secret: string };
const log: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigill-crls-'));
  for (const name of ['csca', 'crls', 'roots']) mkdirSync(join(folder, name));
  const write = (name: string, content: Uint8Array | string) => writeFileSync(join(folder, name), content);
  for (const [name, { certificate }] of Object.entries({ before, after, neighbour, withdrawn }))
    write(`csca/${name}.cer`, certificate);
  const pem = (crl: Buffer) => `-----BEGIN X509 CRL-----\n${crl.toString('base64')}\n-----END X509 CRL-----\n`;
  write('crls/SE.crl', issueRevocationList(before, { serials: [0x51] }));
  write('crls/SE-new.pem', pem(issueRevocationList(after, { serials: [0x61], this_update: '2026-05-01' })));
  write(
    'crls/FI.CRL',
    issueRevocationList(withdrawn, { serials: [0xf1], next_update: '2020-02-01', this_update: '2020-01-02' }),
  );
  const publisher = issueListAuthority();
  const published = [compromised, linked].map(({ certificate }) => certificate);
  write('roots/DE.cer', publisher.root.certificate);
  write('DE.ml', issueMasterList(published, publisher, new Date('2026-05-28')));
  write('crls/DK.crl', issueRevocationList(compromised, { serials: [0xd1] }));
  write('crls/by-stranger.crl', issueRevocationList(before, { serials: [0x71], keys: ecKeys() }));
  write('crls/by-neighbour.crl', issueRevocationList(before, { serials: [0x72], keys: keys.neighbour }));
  write('crls/of-neighbour.crl', issueRevocationList(neighbour, { serials: [0x73] }));
  write(
    'crls/SE-delta.crl',
    issueRevocationList(before, { serials: [0x75], this_update: '2026-02-01', extensions: [DELTA] }),
  );
  write('crls/damaged.crl', issueRevocationList(before, { serials: [0x74] }).subarray(0, 90));
  server = await createTestServer({ environment: { MASTER_LISTS_DIR: folder }, log: (line) => log.push(line) });
  ({ basic } = await server.account());
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const portrait = readFileSync(new URL('../../server/specimen/portraits/alma.jpg', import.meta.url));

async function read(issuer: typeof before, serial: number, state = 'SWE', country = 'SE') {
  const signer = issueCertificate({
    subject: nameOf({ C: country, CN: 'Document Signer' }),
    keys: keys.signer,
    issuer,
    serial,
    not_before: '2021-01-01',
  });
  const { state: end, ...session } = await submitFiles(server, basic, documentOf({ state, signer, issuer, portrait }));
  return [end, 'failure' in session ? session.failure?.code : undefined];
}

const REVOKED = ['REJECTED', 'certificate_revoked'];
const APPROVED = ['APPROVED', undefined];

test('a document is rejected when its State has revoked the signer, and approved when it has not', async () => {
  expect(await read(before, 0x51)).toEqual(REVOKED);
  expect(await read(before, 0x52)).toEqual(APPROVED);
});

test('the newest list of a State applies to signers from before its name changed', async () => {
  expect(await read(before, 0x61)).toEqual(REVOKED);
  expect(await read(after, 0x51), 'the earlier list says nothing of newer signers').toEqual(APPROVED);
});

test('a document is rejected when its State has revoked the CSCA, even on a list that is stale since', async () => {
  expect(await read(withdrawn, 0x80, 'FIN', 'FI')).toEqual(REVOKED);
});

test('a document is rejected when only a revoked CSCA vouches for the one that certified its signer', async () => {
  expect(await read(linked, 0x81, 'DNK', 'DK')).toEqual(REVOKED);
});

test('a list signed by a stranger or another State, for another State, or incomplete, revokes nothing', async () => {
  for (const serial of [0x71, 0x72, 0x73, 0x74, 0x75]) expect(await read(before, serial)).toEqual(APPROVED);
});

test('the log names the lists that do not count, and why', () => {
  const warnings = log.filter((line) => line.includes('MASTER_LISTS_DIR')).map((line) => JSON.parse(line));
  const unsigned = '1 of its revocation lists was not signed by a trusted CSCA: C=SE, CN=CSCA of the police';
  expect(warnings.map(({ file, reason }) => [file, reason])).toEqual([
    ['crls/SE-delta.crl', expect.stringContaining('contains only changes since an earlier list')],
    ['crls/damaged.crl', expect.stringMatching(/^The file is truncated: \d+ of [\d,]+ bytes$/)],
    ['crls/by-neighbour.crl', unsigned],
    ['crls/by-stranger.crl', unsigned],
  ]);
});
