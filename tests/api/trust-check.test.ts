/** `trust check` must agree with the service's verdict on each document. */
// SQLite only: the chip engine decides, without the database.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { der, derInteger } from '../../sdk/emrtd/src/asn1/der-values.ts';
import {
  type CertificateOptions,
  ecKeys,
  type Issued,
  issueCertificate,
  nameOf,
} from '../support/documents/documents.ts';
import { documentOf } from '../support/documents/national-documents.ts';
import { issueRevocationList } from '../support/documents/revocation-lists.ts';
import { runTrust } from '../support/packages/script.ts';
import { createFiles } from '../support/runs/files.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

const keys = ecKeys();
const cscaOf = (C: string) =>
  issueCertificate({ subject: nameOf({ C, CN: 'CSCA' }), keys: ecKeys(), serial: Buffer.of(0x1a), ca: true });
const finland = cscaOf('FI');
const portrait = readFileSync(new URL('../../server/specimen/portraits/alma.jpg', import.meta.url));

const files = createFiles();
const { write } = files;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await trust('import', '--yes', write('FI.cer', finland.certificate));
});
afterAll(async () => {
  await server.stop();
  files.remove();
});

const trust = (...args: string[]) => runTrust(server, ...args);

const signerOf = (options: Partial<CertificateOptions> = {}, issuer = finland, C = 'FI') =>
  issueCertificate({ subject: nameOf({ C, CN: 'Document Signer' }), keys, issuer, serial: 0x51, ...options });
const sodOf = (signer: Issued, issuer = finland) => documentOf({ state: 'FIN', signer, issuer, portrait }).sod;
const check = (sod: Buffer) => trust('check', '--sod', write('sod.bin', sod));

describe('trust check agrees with the service:', () => {
  test.each([
    ['for seals', { extended_key_usage: '2.23.136.1.1.14.2' }, 'issuer_unknown', 'the certificate is for lists, seals'],
    ['that is a CA', { ca: true }, 'issuer_unknown', 'the document is signed with the certificate of a CA'],
    ['for keys', { key_usage: 0x20 }, 'issuer_unknown', 'the key of the document signer must not sign documents'],
    [
      'with an unknown extension',
      { extensions: [{ oid: '1.2.3.4', value: Buffer.from('0500', 'hex'), critical: true }] },
      'issuer_unknown',
      'the certificate of the document signer has an unknown critical extension',
    ],
    [
      'of another time',
      { not_after: '2025-01-01' },
      'certificate_expired',
      'document signer, valid from 2020-01-01 to 2025-01-01',
    ],
    ['of another State', { subject: nameOf({ C: 'SE', CN: 'DS' }) }, 'country_mismatch', 'certificates of SE and FI'],
  ])('a signer %s is refused', async (_, options, code, reason) => {
    const { lines, code: exit } = await check(sodOf(signerOf(options)));
    expect(lines.at(-2)).toMatch(/^CSCA {4}C=FI, CN=CSCA, serial 1a, key [0-9a-f]{40}, from FI\.cer$/);
    expect(lines.at(-1)).toMatch(new RegExp(`^REFUSED as ${code}: ${reason}.*\\.$`));
    expect(exit).toBe(1);
  });

  test('a revoked signer is refused', async () => {
    await trust('import', '--yes', write('FI.crl', issueRevocationList(finland, { serials: [0x51] })));
    const { lines, code } = await check(sodOf(signerOf({})));
    expect(lines.at(-1)).toBe('REFUSED as certificate_revoked: C=FI, CN=Document Signer, serial 51.');
    expect(code).toBe(1);
    await trust('remove', 'FI.crl', '--yes');
  });

  test('an altered document is refused, although its certificate is genuine', async () => {
    const sod = sodOf(signerOf({}));
    sod[sod.length - 1]! ^= 1;
    const { lines, code } = await check(sod);
    expect(lines.at(-1)).toBe(
      'REFUSED as sod_signature_invalid: it was not signed with the key of the certificate above.',
    );
    expect(code).toBe(1);
  });

  test('a signer that is unusual, or valid for some documents only, is known', async () => {
    const types = der(0x30, derInteger(0), der(0x31, der(0x13, Buffer.from('P'))));
    const { lines, code } = await check(
      sodOf(signerOf({ extended_key_usage: '1.2.3.4', extensions: [{ oid: '2.23.136.1.1.6.2', value: types }] })),
    );
    expect(lines.slice(5)).toEqual([
      'Types   P: documents whose MRZ starts with another letter are refused as issuer_unknown',
      'Unusual: the certificate of the document signer has an extended key usage.',
      expect.stringMatching(/^KNOWN: C=FI, CN=CSCA/),
    ]);
    expect(code).toBe(0);
  });
});

test('trust check says only once why several CSCAs did not sign', async () => {
  const others = [cscaOf('DK'), cscaOf('DK'), cscaOf('DK')];
  const pem = others.map(
    ({ certificate }) => `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  );
  await trust('import', '--yes', write('DK.pem', pem.join('')));
  const { lines } = await check(sodOf(signerOf({}, cscaOf('DK'), 'DK')));
  expect(lines.slice(5)).toEqual([
    'UNKNOWN: no match among 3 CSCA certificates of DK:',
    ...others.map(() => expect.stringMatching(/^ {2}C=DK, CN=CSCA, serial 1a, key .*, from DK\.pem$/)),
    '    These 3: Same name but a different key: a newer or older CSCA is missing',
  ]);
  await trust('remove', 'DK.pem', '--yes');
});
