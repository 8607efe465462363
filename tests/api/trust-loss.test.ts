/** `npm run operator -- trust` must warn of trust that an import would remove, and of unusable files. */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { issueDeviationList, issueDeviationSigner } from '../support/documents/deviation-lists.ts';
import { ecKeys, type Issued, issueCertificate, nameOf } from '../support/documents/documents.ts';
import { ldifFile, ldifRecord, pkdName } from '../support/documents/ldif.ts';
import { issueListAuthority, issueMasterList } from '../support/documents/master-lists.ts';
import { documentOf } from '../support/documents/national-documents.ts';
import { issueRevocationList } from '../support/documents/revocation-lists.ts';
import { answerOperator, runTrust } from '../support/packages/script.ts';
import { createFiles } from '../support/runs/files.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

const cscaOf = (C: string, serial = 0x1a) =>
  issueCertificate({ subject: nameOf({ C, CN: 'CSCA' }), keys: ecKeys(), serial: Buffer.of(serial), ca: true });
const [sweden, norway, finland, denmark] = [cscaOf('SE'), cscaOf('NO'), cscaOf('FI'), cscaOf('DK')];
/** A new CSCA of a State that continues to use the previous one. */
const nextNorway = cscaOf('NO', 0x1b);
const publisher = issueListAuthority('DE');
const portrait = readFileSync(new URL('../../server/specimen/portraits/alma.jpg', import.meta.url));

const files = createFiles();
const { write } = files;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(async () => {
  await server.stop();
  files.remove();
});

const trust = (...args: string[]) => runTrust(server, ...args);
const importing = (...args: string[]) => trust('import', '--yes', ...args);
const logOf = async (name: string) => (await trust('log', name)).lines;
const anchors = async () =>
  (await server.ctx.db.selectFrom('trust_objects').select('content').where('kind', '=', 'CSCA').execute()).length;

const signerOf = (C: string, issuer: Issued, serial: number) =>
  issueCertificate({ subject: nameOf({ C, CN: 'Document Signer' }), keys: ecKeys(), issuer, serial });

describe('importing a master list that lacks something the earlier one had', () => {
  const listOf = (day: string, ...issued: Issued[]) =>
    issueMasterList(
      issued.map(({ certificate }) => certificate),
      publisher,
      new Date(day),
    );
  const fewer = () => write('DE-june.ml', listOf('2026-06-28', norway, finland));

  beforeAll(async () => {
    const root = ['--root', write('DE.cer', publisher.root.certificate)];
    const first = await importing(write('DE.ml', listOf('2026-05-28', sweden, denmark, norway, nextNorway)), ...root);
    expect(first.code).toBe(0);
    expect(first.lines.filter((line) => line.startsWith('Trust anchors:'))).toEqual([]);
  });

  test('is refused in a script that does not allow the loss, and says what would be lost', async () => {
    const { code, lines, err } = await importing(fewer());
    expect(lines.slice(4)).toEqual([
      expect.stringMatching(/^Replaces DE\.ml of 2026-05-28, imported /),
      'Trust anchors: 1 kept, 1 added, 3 removed',
      '  C=DK, CN=CSCA, serial 1a',
      '  C=NO, CN=CSCA, serial 1b',
      '  C=SE, CN=CSCA, serial 1a',
      'States: 1 kept, 1 added (FI), 2 removed (DK, SE)',
      'Nothing was changed.',
    ]);
    expect(err).toBe('This removes 2 States (DK, SE) and 3 trust anchors. Add --allow-loss to proceed.\n');
    expect(code).toBe(1);
    expect(await anchors()).toBe(4);
  });

  test('asks the operator, with the loss in the question', async () => {
    const asked: string[] = [];
    const answer = async (question: string) => {
      asked.push(question);
      return 'n';
    };
    const { code, out } = await answerOperator(server, answer, 'trust', 'import', fewer());
    expect(asked).toEqual(['This removes 2 States (DK, SE) and 3 trust anchors. Proceed? [y/N] ']);
    expect(out).toMatch(/\nNothing was changed\.\n$/);
    expect(code).toBe(1);
    expect(await anchors()).toBe(4);
  });

  test('succeeds if the loss is allowed, and the log names it', async () => {
    const { code } = await importing('--allow-loss', fewer());
    expect(code).toBe(0);
    expect(await anchors()).toBe(2);
    expect((await logOf('DE-june.ml')).slice(2)).toEqual([
      '    replaced DE.ml of 2026-05-28',
      '    removed 3 trust anchors, including the last of DK, SE',
    ]);
  });

  test('loses nothing that another list still has', async () => {
    await importing(write('FI.cer', finland.certificate));
    const { code, lines } = await importing(write('DE-july.ml', listOf('2026-07-28', norway)));
    expect(lines).toContain('Trust anchors: 2 kept, 0 added, 0 removed');
    expect(lines).toContain('States: 2 kept, 0 added, 0 removed');
    expect(code).toBe(0);
    for (const name of ['FI.cer', 'DE-july.ml']) await trust('remove', name, '--yes');
  });
});

describe('importing other lists:', () => {
  beforeAll(async () => {
    await importing(write('NO.cer', norway.certificate));
  });
  afterEach(async () => {
    const names = await server.ctx.db.selectFrom('trust_sources').select('name').execute();
    for (const { name } of names) if (name !== 'NO.cer') await trust('remove', name, '--yes');
  });

  test('a revocation list says how many certificates it no longer revokes', async () => {
    const issue = (serials: number[], this_update: string) => issueRevocationList(norway, { serials, this_update });
    await importing(write('NO.crl', issue([0x51, 0x52, 0x53], '2026-05-01')));
    const { code, lines } = await importing(write('NO-june.crl', issue([0x52, 0x54], '2026-06-01')));
    expect(lines).toContain(
      'Replaces the revocation list of C=NO, CN=CSCA of 2026-05-01, in NO.crl, which revokes 2 certificates that the new one does not.',
    );
    expect(code).toBe(0);
    expect((await logOf('NO-june.crl')).at(-1)).toMatch(/, which revokes 2 certificates that the new one does not$/);
  });

  test('a deviation list says how many deviations it no longer has', async () => {
    const authority = issueDeviationSigner(norway, 'NO');
    const issue = (types: string[], day: string) =>
      issueDeviationList(
        types.map((type) => ({ type })),
        authority,
        new Date(day),
      );
    await importing(write('NO.dvl', issue(['2.2', '2.3'], '2026-05-01')));
    const { code, lines } = await importing(write('NO-june.dvl', issue(['2.3', '2.4'], '2026-06-01')));
    expect(lines).toContain(
      'Replaces the deviation list of NO of 2026-05-01, in NO.dvl, which has 1 deviation that the new one does not.',
    );
    expect(code).toBe(0);
  });

  test('a PKD file says how many document signers and link certificates are removed with it', async () => {
    const entry = (name: string, { certificate }: Issued) =>
      ldifRecord(pkdName('dsc', 'NO', name), ['userCertificate;binary', certificate]);
    const link = issueCertificate({
      subject: nameOf({ C: 'NO', CN: 'CSCA' }),
      keys: ecKeys(),
      issuer: norway,
      serial: Buffer.of(0x2c),
      ca: true,
    });
    const [one, two, three] = [0x61, 0x62, 0x63].map((serial) => signerOf('NO', norway, serial)) as [
      Issued,
      Issued,
      Issued,
    ];
    const links = ldifRecord(pkdName('ml', 'NO', 'link'), ['cACertificate;binary', link.certificate]);
    await importing(write('pkd.ldif', ldifFile(entry('one', one), entry('two', two), links)));
    const path = write('pkd.ldif', ldifFile(entry('two', two), entry('three', three)));
    const refused = await importing(path);
    expect(refused.lines).toEqual(
      expect.arrayContaining([
        'Trust anchors: 1 kept, 0 added, 1 removed',
        '  C=NO, CN=CSCA, serial 2c',
        'States: 1 kept, 0 added, 0 removed',
        'Document signers: 1 kept, 1 added, 1 removed',
      ]),
    );
    expect(refused.err).toBe('This removes 1 trust anchor. Add --allow-loss to proceed.\n');
    expect(refused.code).toBe(1);
    expect((await importing('--allow-loss', path)).code).toBe(0);
    expect((await logOf('pkd.ldif')).slice(0, 5)).toEqual(
      expect.arrayContaining(['    removed 1 trust anchor', '    removed 1 document signer']),
    );
  });

  test('a PKD file that deletes a link certificate also needs the loss allowed', async () => {
    const dn = pkdName('ml', 'NO', 'link');
    const link = issueCertificate({
      subject: nameOf({ C: 'NO', CN: 'CSCA' }),
      keys: ecKeys(),
      issuer: norway,
      serial: Buffer.of(0x2d),
      ca: true,
    });
    await importing(write('links.ldif', ldifFile(ldifRecord(dn, ['cACertificate;binary', link.certificate]))));
    const path = write('deletes.ldif', ldifFile(ldifRecord(dn, ['changetype', 'delete'])));
    expect(await importing(path)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^This removes 1 trust anchor\./),
    });
    expect((await importing('--allow-loss', path)).code).toBe(0);
    expect((await trust('log')).lines).toContain('    removed 1 trust anchor');
  });

  test('a PKD file that deletes one value of an attribute leaves the others', async () => {
    const dn = pkdName('ml', 'NO', 'links');
    const links = [0x31, 0x32, 0x33].map((serial) => {
      const subject = nameOf({ C: 'NO', CN: 'CSCA' });
      const { certificate } = issueCertificate({ subject, keys: ecKeys(), issuer: norway, serial, ca: true });
      return ['cACertificate;binary', certificate] as const;
    });
    const deletes = (link: (typeof links)[number]) =>
      ldifRecord(dn, ['changetype', 'modify'], ['delete', 'cACertificate;binary'], link, '-');
    await importing(write('values.ldif', ldifFile(ldifRecord(dn, ...links), deletes(links[0]!))));
    const removedBy = async (link: (typeof links)[number]) =>
      (await importing('--allow-loss', write('modifies.ldif', ldifFile(deletes(link))))).lines;
    for (const [at, serial] of [
      [1, '32'],
      [2, '33'],
    ] as const)
      expect(await removedBy(links[at]!)).toEqual([
        'Deletes 1 record of earlier PKD files.',
        expect.stringMatching(/^Trust anchors: \d+ kept, 0 added, 1 removed$/),
        `  C=NO, CN=CSCA, serial ${serial}`,
        expect.stringMatching(/^States: /),
        expect.stringMatching(/^Done\./),
      ]);
    expect(await removedBy(links[0]!)).toEqual([
      'Deletes 1 record of earlier PKD files.',
      expect.stringMatching(/^Done\./),
    ]);
  });

  test('a PKD file that deletes a master list removes nothing, because lists are replaced by newer ones', async () => {
    const record = ldifRecord(
      pkdName('ml', 'NO', 'list'),
      ['changetype', 'modify'],
      ['delete', 'pkdMasterListContent'],
      '-',
    );
    expect((await importing(write('list.ldif', ldifFile(record)))).code).toBe(0);
  });

  test('trust status says how many of the published signers were certified by a trusted CSCA', async () => {
    const entry = (name: string, { certificate }: Issued) =>
      ldifRecord(pkdName('dsc', 'NO', name), ['userCertificate;binary', certificate]);
    await importing(
      write(
        'signers.ldif',
        ldifFile(entry('known', signerOf('NO', norway, 0x71)), entry('stranger', signerOf('NO', cscaOf('NO'), 0x72))),
      ),
      write('stranger.cer', signerOf('SE', sweden, 0x73).certificate),
      write('known.cer', signerOf('NO', norway, 0x74).certificate),
    );
    expect((await trust('status')).lines).toEqual(
      expect.arrayContaining([
        'signers.ldif: 2 document signers (1 of 2 certified by a trusted CSCA)',
        'stranger.cer: 1 document signer (0 of 1 certified by a trusted CSCA)',
        'known.cer: 1 document signer',
      ]),
    );
  });
});

describe('importing an unusable file', () => {
  const sod = documentOf({ state: 'NOR', signer: signerOf('NO', norway, 0x51), issuer: norway, portrait }).sod;
  const list = issueMasterList([norway.certificate], publisher, new Date('2026-05-28'));
  const size = (bytes: Buffer) => bytes.length.toLocaleString('en');

  test.each([
    ['cut.ml', list],
    ['cut.cer', norway.certificate],
    ['cut.crl', issueRevocationList(norway, { serials: [0x51, 0x52, 0x53, 0x54] })],
  ])('that is truncated, %s, says so', async (name, bytes) => {
    const { lines, code } = await importing(write(name, bytes.subarray(0, 150)));
    expect(lines[0]).toBe(`Refused 1 entry of ${name}: The file is truncated: 150 of ${size(bytes)} bytes`);
    expect(code).toBe(1);
  });

  test('that is truncated, as a root, says so', async () => {
    const root = write('root.cer', norway.certificate.subarray(0, 200));
    expect((await importing(write('DE.ml', list), '--root', root)).err).toBe(
      `${root}: The file is truncated: 200 of ${size(norway.certificate)} bytes\n`,
    );
  });

  test('in place of a security object says that it is not one, or what is wrong with it', async () => {
    const check = async (name: string, bytes: Buffer) => {
      const path = write(name, bytes);
      const { code, err } = await trust('check', '--sod', path);
      return [code, err.replace(path, name)];
    };
    expect(await check('photo.jpg', portrait)).toEqual([1, 'photo.jpg is not a security object (EF.SOD).\n']);
    expect(await check('csca.cer', norway.certificate)).toEqual([1, 'csca.cer is not a security object (EF.SOD).\n']);
    expect(await check('sod.bin', sod.subarray(0, 300))).toEqual([
      1,
      `sod.bin: The file is truncated: 300 of ${size(sod)} bytes\n`,
    ]);
  });
});
