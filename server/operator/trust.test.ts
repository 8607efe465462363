import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { issueDeviationList, issueDeviationSigner } from '../../tests/support/documents/deviation-lists.ts';
import { ecKeys, issueCertificate, nameOf, rsaKeys } from '../../tests/support/documents/documents.ts';
import { issueListAuthority, issueMasterList } from '../../tests/support/documents/master-lists.ts';
import { hasTestData, readTestData } from '../../tests/support/documents/real-documents.ts';
import { captured, spawned } from '../../tests/support/packages/script.ts';
import { openData } from '../database/open-data.ts';
import { operate } from './operator.ts';

const SERVER_KEY = randomBytes(32).toString('base64');

let folder: string;
let data: string;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'operator-data-'));
  folder = mkdtempSync(join(tmpdir(), 'operator-'));
  for (const name of ['roots', 'csca']) mkdirSync(join(folder, name));
  await (await openData({ data_dir: data, database_url: undefined, database_pool_size: 2 })).close();
});
afterEach(() => {
  for (const path of [folder, data]) rmSync(path, { recursive: true });
});

const write = (name: string, content: Uint8Array | string) => writeFileSync(join(folder, name), content);
const remove = (name: string) => rmSync(join(folder, name));

async function trust(environment: Record<string, string> = {}) {
  const terminal = {
    environment: { FACE_DEMONSTRATION: 'off', MASTER_LISTS_DIR: folder, DATA_DIR: data, SERVER_KEY, ...environment },
  };
  const { code, out, err } = await captured((output) => operate(['trust', 'status'], { ...output, ...terminal }));
  return { code, lines: out.trimEnd().split('\n'), err };
}

const authority = issueListAuthority();
const keys = ecKeys();
const csca = (country: string, more = {}) =>
  issueCertificate({ subject: nameOf({ C: country, CN: 'CSCA' }), keys, serial: Buffer.of(0xa1), ca: true, ...more });
const stranger = { subject: nameOf({ C: 'AT', CN: 'CSCA' }), keys: rsaKeys() };
const lonely = csca('AT', { issuer: stranger, serial: Buffer.of(0x0b, 0xad) });
const expired = csca('FI', { not_after: '2025-01-01' });
const signer = issueCertificate({ subject: nameOf({ C: 'NO', CN: 'DS' }), keys, issuer: csca('NO') });
const signedAt = new Date('2026-05-28T08:28:45Z');

describe('operator trust', { timeout: 120_000 }, () => {
  test('lists every file, its trust anchors, and what is refused and why', async () => {
    const certificates = [csca('DE'), expired, lonely, signer].map(({ certificate }) => certificate);
    write('DE.ml', issueMasterList([...certificates, Buffer.from('30020500', 'hex')], authority, signedAt));
    write('roots/DE.der', authority.root.certificate);
    const { code, lines } = await trust();
    expect(lines).toEqual([
      expect.stringMatching(
        /^DE\.ml: master list of 2026-05-28 \(\d+ days old\), signed by C=DE, O=Publisher, CN=Signer of lists$/,
      ),
      '  5 certificates, 2 usable as trust anchors (1 not valid today)',
      expect.stringMatching(/^ {2}1 refused: Certificate: .* at offset \d+$/),
      '    certificate 1',
      '  1 refused: link certificate that no trusted CSCA signed',
      '    C=AT, CN=CSCA, serial 0bad',
      '  1 refused: not the certificate of a CA',
      '    C=NO, CN=DS, serial 07',
      'roots/DE.der: 1 root of master lists',
      'Trust anchors of 2 States:',
      '  DE 1   FI 1',
      'Total: 2 trust anchors.',
    ]);
    expect(code).toBe(0);
  });

  test('trusts a single link certificate, whatever its file extension and encoding', async () => {
    const pem = `-----BEGIN CERTIFICATE-----\n${lonely.certificate.toString('base64')}\n-----END CERTIFICATE-----\n`;
    for (const name of ['a.cer', 'b.CRT', 'c.Der', 'd.pem'])
      write(`csca/${name}`, name < 'c' ? lonely.certificate : pem);
    const { code, lines } = await trust();
    expect(lines).toEqual([
      ...['a.cer', 'b.CRT', 'c.Der', 'd.pem'].flatMap((name) => [
        `csca/${name}: trusted directly`,
        '  1 certificate, 1 usable as trust anchor',
      ]),
      'Trust anchors of 1 State:',
      '  AT 4',
      'Total: 4 trust anchors.',
    ]);
    expect(code).toBe(0);
  });

  test('exits with 1 when a file is unusable, says why, and continues with the rest', async () => {
    write('DE.ml', issueMasterList([csca('DE').certificate], authority, signedAt));
    write('damaged.ml', issueMasterList([csca('DE').certificate], authority, signedAt).subarray(0, 500));
    write('certificate.ml', authority.root.certificate);
    write('csca/empty.pem', '');
    write('csca/key.pem', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n');
    write('csca/sweden.p7b', 'other');
    write('icao.ldif', 'dn: c=SE');
    write('roots/text.cer', 'a certificate, one day');
    write('roots/DE.cer', authority.root.certificate);
    const { code, lines } = await trust();
    expect(lines).toEqual([
      expect.stringMatching(/^DE\.ml: master list of 2026-05-28/),
      '  1 certificate, 1 usable as trust anchor',
      expect.stringMatching(/^certificate\.ml: NOT USED\. CMS: content type: tag 0x06 expected/),
      expect.stringMatching(/^damaged\.ml: NOT USED\. The file is truncated: 500 of [\d,]+ bytes$/),
      'icao.ldif: not read: this folder is for master lists (.ml). Certificates belong in csca/ or roots/',
      'csca/empty.pem: NOT USED. The file is empty',
      'csca/key.pem: NOT USED. PEM of PRIVATE KEY, without a certificate',
      'csca/sweden.p7b: not read: this folder is for certificates (.cer, .crt, .der or .pem)',
      'roots/DE.cer: 1 root of master lists',
      'roots/text.cer: NOT USED. No certificate: neither DER nor PEM',
      'Trust anchors of 1 State:',
      '  DE 1',
      'Total: 1 trust anchor; 5 unusable files.',
    ]);
    expect(code).toBe(1);
  });

  test('lists deviation lists with their State, and those without a trusted signature', async () => {
    const own = csca('NO');
    mkdirSync(join(folder, 'deviations'));
    write('csca/NO.cer', own.certificate);
    const list = issueDeviationList([{ type: '4' }], issueDeviationSigner(own, 'NO'), signedAt);
    write('deviations/NO.dvl', list);
    const unknown = issueDeviationSigner({ ...expired, keys: stranger.keys }, 'FI');
    expect(await trust()).toMatchObject({ code: 0 });
    write('deviations/other.der', issueDeviationList([{ type: '4' }], unknown, signedAt));
    write('deviations/list.ml', list);
    const { code, lines } = await trust();
    expect(lines).toEqual([
      'csca/NO.cer: trusted directly',
      '  1 certificate, 1 usable as trust anchor',
      expect.stringMatching(/^deviations\/NO\.dvl: deviation list of NO of 2026-05-28 \(\d+ days old\), 1 deviation$/),
      'deviations/list.ml: not read: this folder is for deviation lists (.dl, .dvl or .der)',
      'deviations/other.der: NOT USED. No trusted CSCA issued the certificate of its signer, C=FI, CN=Signer of deviations',
      'Trust anchors of 1 State:',
      '  NO 1',
      'Total: 1 trust anchor; 1 unusable file.',
    ]);
    expect(code).toBe(1);
  });

  test('says which root is not pinned', async () => {
    write('DE.ml', issueMasterList([csca('DE').certificate], authority, signedAt));
    write('roots/other.cer', issueListAuthority().root.certificate);
    const { code, lines } = await trust();
    expect(lines[0]).toBe(
      'DE.ml: NOT USED. None of the given roots issued the certificate of its signer, C=DE, O=Publisher, CN=Signer of lists; the issuer is C=DE, O=Publisher, CN=Root of lists',
    );
    expect(code).toBe(1);
    remove('roots/other.cer');
    expect((await trust()).lines.at(-1)).toBe('Total: 0 trust anchors; 1 unusable file.');
    remove('DE.ml');
    expect(await trust(), 'an empty folder').toMatchObject({ code: 1, lines: ['Total: 0 trust anchors.'] });
  });

  test('reports a folder that does not exist or is not set', async () => {
    const none = { MASTER_LISTS_DIR: join(folder, 'none') };
    const said = {
      code: 1,
      err: `MASTER_LISTS_DIR points to ${join(folder, 'none')}, which is not a readable folder.\n`,
    };
    expect(await trust(none)).toMatchObject(said);
    expect(
      await spawned('server/operator/operator.ts', ['trust', 'status'], none),
      'as a command of its own',
    ).toMatchObject(said);
    expect(await trust({ MASTER_LISTS_DIR: '' })).toMatchObject({
      code: 1,
      lines: ['Nothing is imported and MASTER_LISTS_DIR is not set, so no live document can be verified.'],
    });
  });

  test.skipIf(!hasTestData)('counts 588 certificates of the real German list, and 568 trust anchors', async () => {
    write('DE_ML.ml', readTestData('master-lists/DE_ML_2026-05-28-08-28-45.ml'));
    write('roots/DE.cer', readTestData('master-lists/DE_ROOT_CA_CSCA07.cer'));
    const { code, lines } = await trust();
    expect(lines[1]).toMatch(/^ {2}588 certificates, 568 usable as trust anchors/);
    expect(lines.filter((line) => line.startsWith('    '))).toHaveLength(20);
    expect(lines.at(-1)).toBe('Total: 568 trust anchors.');
    expect(code).toBe(0);
  });
});
