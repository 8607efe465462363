import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { issueDeviationList, issueDeviationSigner } from '../../tests/support/documents/deviation-lists.ts';
import {
  dg1Of,
  dg2Of,
  dg15Of,
  ecKeys,
  IMAGE,
  issueCertificate,
  issueSod,
  nameOf,
  rsaKeys,
  signWith,
  TD3_MRZ,
} from '../../tests/support/documents/documents.ts';
import { hasTestData } from '../../tests/support/documents/real-documents.ts';
import { captured, spawned } from '../../tests/support/packages/script.ts';
import { createFiles } from '../../tests/support/runs/files.ts';
import { chip as run } from './chip.ts';

const { write, pathOf, remove } = createFiles();
afterAll(remove);

const chip = (...args: string[]) => captured((output) => run(args, output));

const subject = nameOf({ C: 'UT', CN: 'CSCA' });
const issuer = issueCertificate({ subject, keys: ecKeys(), ca: true });
const signer = issueCertificate({ subject: nameOf({ C: 'UT', CN: 'DS' }), keys: ecKeys(), issuer });
const key = ecKeys('prime256v1');
const groups = new Map([
  [1, dg1Of(TD3_MRZ)],
  [2, dg2Of(IMAGE)],
  [15, dg15Of(key.publicKey)],
]);
const csca = [
  '--csca',
  write(
    'csca.pem',
    Buffer.from(`-----BEGIN CERTIFICATE-----\n${issuer.certificate.toString('base64')}\n-----END CERTIFICATE-----\n`),
  ),
];
const sod = ['--sod', write('sod.bin', issueSod({ signer, issuerSubject: subject, groups }))];
const dg1 = ['--dg1', write('dg1.bin', groups.get(1)!)];
const dg2 = ['--dg2', write('dg2.bin', groups.get(2)!)];
const dg15 = ['--dg15', write('dg15.bin', groups.get(15)!)];
const at = ['--at', '2026-01-01'];

describe('chip verify', () => {
  test('is a command of its own', async () => {
    expect(await spawned('server/commands/chip.ts', ['verify', ...sod, ...csca, ...at])).toMatchObject({
      code: 0,
      err: '',
    });
    expect((await spawned('server/commands/chip.ts', ['verify'])).code).toBe(2);
  });

  test('verifies a security object alone', async () => {
    const { code, out } = await chip('verify', ...sod, ...csca, ...at);
    expect(code).toBe(0);
    expect(out).toMatch(/^issuer +PASSED$/m);
    expect(out).toMatch(/^data +NOT_PRESENT/m);
    expect(out).toMatch(/^VERIFIED: security object only\. The document is not: dg_missing$/m);
  });

  test('takes several certificates in one PEM file, and refuses a file without any', async () => {
    const other = issueCertificate({ subject: nameOf({ C: 'FI', CN: 'CSCA' }), keys: ecKeys(), ca: true });
    const pem = (label: string, der: Buffer) =>
      `-----BEGIN ${label}-----\r\n${der.toString('base64')}\r\n-----END ${label}-----\r\n`;
    const both = write(
      'both.crt',
      Buffer.from(pem('CERTIFICATE', other.certificate) + pem('CERTIFICATE', issuer.certificate)),
    );
    expect((await chip('verify', ...sod, '--csca', both, ...at)).code).toBe(0);
    const key = write('key.pem', Buffer.from(pem('PRIVATE KEY', other.certificate)));
    expect(await chip('verify', ...sod, '--csca', key, ...at)).toMatchObject({
      code: 1,
      err: `${key}: PEM of PRIVATE KEY, without a certificate\n`,
    });
  });

  test('verifies all given files, and prints the result as JSON', async () => {
    const challenge = Buffer.from('0011223344556677', 'hex');
    const proof = [
      '--challenge',
      challenge.toString('hex'),
      '--aa-signature',
      write('aa.bin', signWith(key, challenge)),
    ];
    const { code, out } = await chip('verify', ...sod, ...dg1, ...dg2, ...dg15, ...proof, ...csca, ...at, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      verified: true,
      scope: 'document',
      clone_protection: 'ACTIVE_AUTHENTICATION',
      data: { document_number: 'L898902C3' },
      portrait: { format: 'jpeg', bytes: IMAGE.length },
    });
  });

  test('prints APPROVED only for a whole document', async () => {
    const json = async (...args: string[]) =>
      JSON.parse((await chip('verify', ...sod, ...csca, ...at, '--json', ...args)).out) as Record<string, unknown>;
    const alone = await json();
    expect(alone).toMatchObject({ verified: true, scope: 'security_object', document_refused: 'dg_missing' });
    // A file that the security object does not list is reported without a verdict too.
    const unlisted = await json(...dg1, '--dg12', dg1[1]!);
    expect(unlisted).toMatchObject({ verified: false, unlisted: ['dg12'] });
    for (const result of [alone, await json(...dg1), unlisted]) {
      expect(result).not.toHaveProperty('verdict');
      expect(result).not.toHaveProperty('reason');
    }
    expect(await json('--dg1', dg2[1]!)).toMatchObject({ verdict: 'REJECTED', reason: 'dg_hash_mismatch' });
  });

  test('distinguishes a missing file from one that does not verify', async () => {
    const said = async (...args: string[]) => (await chip('verify', ...csca, ...at, ...args)).out;
    expect(await said(...sod)).toMatch(/^document +NOT_PRESENT +DG1 was not given$/m);
    expect(await said(...sod, ...dg1)).toMatch(/^portrait +NOT_PRESENT +DG2 was not given$/m);
    expect(await said(...sod, '--dg1', dg2[1]!)).toMatch(/^document .* DG1 does not have the hash in EF\.SOD$/m);
    const small = issueSod({ signer, issuerSubject: subject, groups: new Map([[1, groups.get(1)!]]) });
    expect(await said('--sod', write('small.bin', small), ...dg2)).toMatch(/^portrait .* DG2 is not in EF\.SOD$/m);
    const damaged = ['--sod', write('damaged.bin', Buffer.from('7700', 'hex'))];
    expect(await said(...damaged, ...dg1)).toMatch(/^document .* DG1 cannot be compared: EF\.SOD could not be read$/m);
  });

  test.each(['--help', '-h'])('explains itself with %s', async (option) => {
    for (const args of [[option], ['verify', option]]) {
      const { code, out, err } = await chip(...args);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toMatch(/^Usage: chip verify/);
      expect(out).toMatch(/no option for Chip Authentication/);
    }
  });

  test('reports weak keys with their place, and what the State has listed', async () => {
    const weak = issueCertificate({ subject: nameOf({ C: 'UT', CN: 'DS' }), keys: rsaKeys(1024), issuer, serial: 8 });
    const weakSod = write('weak.bin', issueSod({ signer: weak, issuerSubject: subject, groups }));
    const authority = issueDeviationSigner(issuer);
    const list = issueDeviationList([{ type: '4', description: 'Broken antenna' }], authority, new Date('2025-01-01'));
    const args = ['--sod', weakSod, '--deviation-list', write('UT.dvl', list)];
    const { code, out } = await chip('verify', ...args, ...csca, ...at);
    expect(code).toBe(0);
    expect(out).toMatch(/^weak +document signer: RSA 1024$/m);
    expect(out).toMatch(
      /^flag +deviation_chip: According to .* of UT of 2025-01-01, the chip may be unusable: Broken antenna$/m,
    );
  });

  test('distinguishes a document from some of its files', async () => {
    const verify = (...args: string[]) => chip('verify', ...sod, ...dg1, ...args, ...csca, ...at);
    expect(await verify()).toMatchObject({ code: 0 });
    expect((await verify()).out).toMatch(/^VERIFIED: SOD, DG1 only\. The document is not: dg_missing$/m);
    // A chip with DG15 can prove that it is not a copy, and this one was not asked to.
    expect((await verify(...dg2, ...dg15)).out).toMatch(/DG2, DG15 only\. The document is not: chip_auth_missing$/m);
    const challenge = Buffer.from('0011223344556677', 'hex');
    const answer = ['--aa-signature', write('answer.bin', signWith(key, challenge))];
    const { out } = await verify(...dg2, ...dg15, '--challenge', challenge.toString('hex'), ...answer);
    expect(out).toMatch(/^DOCUMENT VERIFIED$/m);
  });

  test.each<[string, string[], string]>([
    ['a data group that was changed', ['--dg1', dg2[1]!], 'dg_hash_mismatch'],
    ['a data group that the security object does not list', ['--dg11', dg1[1]!], 'unlisted'],
    ['an expired document', [...dg1, '--at', '2034-01-01'], 'document_expired'],
  ])('exits with 1 for %s', async (_, args, text) => {
    const { code, out } = await chip('verify', ...sod, ...csca, ...at, ...args);
    expect(out).toContain(text);
    expect(code).toBe(1);
  });

  test.each<[string, string[], string]>([
    ['no command', [], 'The command is: verify'],
    ['no security object', ['verify', ...csca], '--sod is missing'],
    ['nobody to trust', ['verify', ...sod], '--master-list'],
    ['an unknown option', ['verify', '--sodd', 'x'], 'Unknown option: --sodd. Did you mean --sod?\n'],
    ['an option without its value', ['verify', '--sod'], "Option '--sod <value>' argument missing.\n"],
    ['a file that is not there', ['verify', '--sod', pathOf('none')], 'Cannot read'],
    ['an invalid moment', ['verify', ...sod, ...csca, '--at', 'soon'], '--at must be a date'],
    ['a challenge that is not hexadecimal', ['verify', ...sod, ...csca, '--challenge', 'xyz'], 'hexadecimal'],
  ])('exits with 2 for %s', async (_, args, text) => {
    const { code, err } = await chip(...args);
    expect(err).toContain(text);
    expect(err).toContain('Usage: chip verify');
    expect(code).toBe(2);
  });

  test('names the file that is not a master list', async () => {
    const list = ['--master-list', sod[1]!, '--master-list-root', csca[1]!];
    const { code, err } = await chip('verify', ...sod, ...list, ...at);
    expect(err).toContain(`${sod[1]}: `);
    expect(code).toBe(1);
  });

  test.skipIf(!hasTestData)(
    'verifies a real security object to the German master list, and none to the wrong root',
    async () => {
      const data = fileURLToPath(new URL('../../../shared/data/emrtd/', import.meta.url));
      const list = ['--master-list', join(data, 'master-lists/DE_ML_2026-05-28-08-28-45.ml')];
      const real = ['verify', '--sod', join(data, 'real-sods/FI_1.sod.bin'), ...list, ...at, '--master-list-root'];
      const root = join(data, 'master-lists/DE_ROOT_CA_CSCA07.cer');
      expect((await chip(...real, root)).code).toBe(0);
      expect(await chip(...real, csca[1]!)).toMatchObject({
        code: 1,
        err: expect.stringContaining('None of the given roots'),
      });
    },
  );
});
