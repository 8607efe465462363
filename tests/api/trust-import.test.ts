/** What an operator imports with `npm run operator -- trust`, and how it then affects documents, without a restart. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ecKeys, type Issued, issueCertificate, nameOf } from '../support/documents/documents.ts';
import { ldifFile, ldifRecord, pkdName } from '../support/documents/ldif.ts';
import { issueListAuthority, issueMasterList } from '../support/documents/master-lists.ts';
import { documentOf, submitFiles } from '../support/documents/national-documents.ts';
import { hasTestData, readTestData } from '../support/documents/real-documents.ts';
import { DELTA, issueRevocationList } from '../support/documents/revocation-lists.ts';
import { runOperator, runTrust } from '../support/packages/script.ts';
import { createFiles } from '../support/runs/files.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';

const keys = { next: ecKeys(), signer: ecKeys() };
const cscaOf = (C: string, keys = ecKeys()) =>
  issueCertificate({ subject: nameOf({ C, CN: 'CSCA' }), keys, serial: Buffer.of(0x1a), ca: true });
const [sweden, norway, finland, iceland] = [cscaOf('SE'), cscaOf('NO'), cscaOf('FI'), cscaOf('IS')];
const [publisher, other] = [issueListAuthority('DE'), issueListAuthority('NL')];
const portrait = readFileSync(new URL('../../server/specimen/portraits/alma.jpg', import.meta.url));

const files = createFiles();
const { write } = files;

let server: TestServer;
let second: TestServer;
let basic: { public_key: string; secret: string };
const log: string[] = [];

beforeAll(async () => {
  server = await createTestServer({ log: (line) => log.push(line) });
  const { data_dir, database_url } = server.deps.config;
  second = await createTestServer({
    environment: { DATA_DIR: data_dir, ...(database_url && { DATABASE_URL: database_url }) },
  });
  ({ basic } = await server.account());
});
afterAll(async () => {
  await second.stop();
  await server.stop();
  files.remove();
});

const trust = (...args: string[]) => runTrust(server, ...args);

const importing = (...args: string[]) => trust('import', '--yes', '--by', 'Alma Vinter', ...args);

/** Advancing the clock wakes the workers, which otherwise look at the database every few seconds. */
async function noticed(): Promise<void> {
  for (const one of [server, second]) {
    await one.advance('PT1S');
    const version = async () => (await one.ctx.db.selectFrom('trust_log').select('sequence').execute()).length;
    await eventually(async () => one.deps.trust.version === (await version()), 'the trust to be renewed');
  }
}

interface Reading {
  state: string;
  issuer: Issued;
  serial?: number;
  at?: TestServer;
  without_certificate?: boolean;
}

async function read({ state, issuer, serial = 0x51, at = server, ...options }: Reading) {
  const country = { SWE: 'SE', NOR: 'NO', FIN: 'FI', ISL: 'IS' }[state] ?? state;
  const subject = nameOf({ C: country, CN: 'Document Signer' });
  const signer = issueCertificate({ subject, keys: keys.signer, issuer, serial });
  const session = await submitFiles(at, basic, documentOf({ state, signer, issuer, portrait, ...options }));
  return [session.state, 'failure' in session ? session.failure?.code : session.chip.trust_anchor?.source];
}

const signerOf = (C: string, issuer: Issued, serial: number) =>
  issueCertificate({ subject: nameOf({ C, CN: 'Document Signer' }), keys: keys.signer, issuer, serial });

const fingerprintOf = (bytes: Uint8Array) => new X509Certificate(bytes).fingerprint256;

const UNKNOWN = ['REJECTED', 'issuer_unknown'];
const REVOKED = ['REJECTED', 'certificate_revoked'];

describe('importing a single certificate', () => {
  test('makes it trusted as it is, in every process without a restart, until it is removed', async () => {
    const document = { state: 'SWE', issuer: sweden };
    expect(await read(document)).toEqual(UNKNOWN);
    const path = write(
      'SE.pem',
      `-----BEGIN CERTIFICATE-----\n${sweden.certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    );
    const { code, lines } = await importing(path);
    expect(lines).toEqual([
      'SE.pem: 1 certificate, trusted directly',
      expect.stringMatching(/^ {2}C=SE, CN=CSCA, serial 1a, SHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
      'Done. Running processes reload within seconds.',
    ]);
    expect(code).toBe(0);
    await noticed();
    for (const at of [server, second]) expect(await read({ ...document, at })).toEqual(['APPROVED', 'SE.pem']);
    expect((await importing(path)).lines[0]).toBe('Refused 1 entry of SE.pem: Already imported');

    expect((await trust('remove', 'SE.pem', '--yes')).lines).toEqual([
      expect.stringMatching(
        /^SE\.pem \(certificates, 1 entry, imported .* by Alma Vinter\) will no longer be trusted\.$/,
      ),
      'Trust anchors: 0 kept, 0 added, 1 removed',
      '  C=SE, CN=CSCA, serial 1a',
      'States: 0 kept, 0 added, 1 removed (SE)',
      'Running processes reload within seconds.',
      'Done.',
    ]);
    expect((await trust('log', 'SE.pem')).lines).toContain('    removed 1 trust anchor, including the last of SE');
    await noticed();
    for (const at of [server, second]) expect(await read({ ...document, at })).toEqual(UNKNOWN);
  });
});

describe('a master list', () => {
  const listOf = (day: string, authority = publisher, ...more: Issued[]) =>
    issueMasterList(
      [norway, ...more].map(({ certificate }) => certificate),
      authority,
      new Date(day),
    );

  test("is refused without its publisher's root, and says whose root is missing", async () => {
    const list = write('DE.ml', listOf('2026-05-28'));
    const refused =
      /^Refused 1 entry of DE\.ml: None of the given roots issued .*; the issuer is C=DE, O=Publisher, CN=Root of lists\. Pass the root with --root FILE$/;
    for (const roots of [[], ['--root', write('NL.cer', other.root.certificate)]]) {
      const { code, lines } = await importing(list, ...roots);
      expect(lines).toEqual([expect.stringMatching(refused), '  the file', 'Nothing was imported.']);
      expect(code).toBe(1);
    }
    await noticed();
    expect(await read({ state: 'NOR', issuer: norway })).toEqual(UNKNOWN);
  });

  test('is imported with its root, and names each refused entry', async () => {
    const lonely = issueCertificate({
      subject: nameOf({ C: 'DK', CN: 'CSCA' }),
      keys: keys.next,
      issuer: { subject: nameOf({ C: 'DK', CN: 'CSCA' }), keys: ecKeys() },
      ca: true,
    });
    const { code, lines } = await importing(
      write('DE.ml', listOf('2026-05-28', publisher, lonely)),
      write('NL.ml', issueMasterList([finland.certificate], other, new Date('2026-05-01'))),
      ...['--root', write('DE.cer', publisher.root.certificate), '--root', write('NL.cer', other.root.certificate)],
    );
    expect(lines).toEqual([
      expect.stringMatching(
        /^DE\.ml: master list of 2026-05-28 \(\d+ days old\), signed by C=DE, O=Publisher, CN=Signer of lists$/,
      ),
      expect.stringMatching(/^ {2}root C=DE, O=Publisher, CN=Root of lists, SHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
      '  1 trust anchor of 1 State',
      '  It is older than 90 days. Check whether its publisher has a newer one.',
      expect.stringMatching(/^NL\.ml: /),
      expect.stringMatching(/^ {2}root C=NL/),
      '  1 trust anchor of 1 State',
      '  It is older than 90 days. Check whether its publisher has a newer one.',
      'Refused 1 entry of DE.ml: link certificate that no trusted CSCA signed',
      '  C=DK, CN=CSCA, serial 07',
      'Done. Running processes reload within seconds.',
    ]);
    expect(code).toBe(0);
    await noticed();
    expect(await read({ state: 'NOR', issuer: norway })).toEqual(['APPROVED', 'DE.ml']);
    expect(await read({ state: 'FIN', issuer: finland })).toEqual(['APPROVED', 'NL.ml']);
  });

  test("replaces the publisher's earlier list without giving the root again, but never a later list", async () => {
    const { lines } = await importing(write('DE-june.ml', listOf('2026-06-28', publisher, iceland)));
    expect(lines).toContainEqual(expect.stringMatching(/^Replaces DE\.ml of 2026-05-28, imported /));
    await noticed();
    expect(await read({ state: 'ISL', issuer: iceland })).toEqual(['APPROVED', 'DE-june.ml']);
    const older = await importing(write('DE-april.ml', listOf('2026-04-28')));
    expect(older.lines[0]).toBe(
      'Refused 1 entry of DE-april.ml: Signed on 2026-04-28, but DE-june.ml of 2026-06-28 is already imported. Remove that first',
    );
    expect(older.code).toBe(1);
  });

  test('that is damaged or altered is refused', async () => {
    const list = listOf('2026-07-28');
    const altered = Buffer.from(list);
    altered[altered.indexOf(norway.certificate) + 200]! ^= 1;
    const { code, lines } = await importing(
      write('altered.ml', altered),
      write('cut.ml', list.subarray(0, 400)),
      write('note.txt', 'a list, one day'),
      write('SE.sod.bin', documentOf({ state: 'SWE', signer: sweden, issuer: sweden, portrait }).sod),
    );
    expect(lines.filter((line) => line.startsWith('Refused'))).toEqual([
      expect.stringMatching(/^Refused 1 entry of cut\.ml: The file is truncated: 400 of [\d,]+ bytes$/),
      'Refused 1 entry of note.txt: No certificate, revocation list, master list or deviation list: neither DER nor PEM',
      'Refused 1 entry of SE.sod.bin: DER of another kind: no certificate, revocation list, master list or deviation list',
      'Refused 1 entry of altered.ml: The master list was altered after it was signed',
    ]);
    expect(code).toBe(1);
  });
});

describe('a file of the PKD', () => {
  const crl = issueRevocationList(norway, { serials: [0x66], this_update: '2026-05-01', next_update: '2026-08-01' });
  const forged = [
    issueRevocationList(norway, { serials: [0x51], keys: ecKeys() }),
    issueRevocationList(norway, { serials: [0x51], keys: keys.next }),
  ];

  const deltaOf = (this_update: string) =>
    issueRevocationList(norway, { serials: [0x52], this_update, extensions: [DELTA] });

  test('imports revocation lists, published signers and lists of several States, and names what is refused', async () => {
    expect(await read({ state: 'NOR', issuer: norway, serial: 0x66 })).toEqual(['APPROVED', 'DE-june.ml']);
    expect(await read({ state: 'NOR', issuer: norway, serial: 0x77, without_certificate: true })).toEqual(UNKNOWN);
    const path = write(
      'icaopkd-001.ldif',
      ldifFile(
        ldifRecord(pkdName('crl', 'NO', 'genuine'), ['certificateRevocationList;binary', crl]),
        ldifRecord(pkdName('crl', 'NO', 'forged'), ['certificateRevocationList;binary', forged[0]!]),
        ldifRecord(pkdName('dsc', 'NO', 'signer'), [
          'userCertificate;binary',
          signerOf('NO', norway, 0x77).certificate,
        ]),
        ldifRecord(pkdName('dsc', 'XX', 'damaged'), ['userCertificate;binary', Buffer.from('3003020101', 'hex')]),
        ldifRecord(pkdName('ml', 'SE', 'self-made'), ['cACertificate;binary', sweden.certificate]),
      ),
    );
    const { code, lines } = await importing(path);
    expect(lines).toEqual([
      'icaopkd-001.ldif: 1 document signer, 1 revocation list',
      expect.stringMatching(/^ {2}C=NO, CN=CSCA, of 2026-05-01(, STALE since 2026-08-01)?, revokes 1 certificate$/),
      'Refused 1 entry of icaopkd-001.ldif: It was not signed by a trusted CSCA. Import its master list, or the certificate as a separate file',
      expect.stringMatching(/^ {2}line \d+, cn=self-made,o=ml,c=SE/),
      expect.stringMatching(/^Refused 1 entry of icaopkd-001\.ldif: Certificate: .* at offset \d+$/),
      expect.stringMatching(/^ {2}line \d+, cn=damaged/),
      'Refused 1 entry of icaopkd-001.ldif: It was not signed by a trusted CSCA. Import the certificate of C=NO, CN=CSCA first',
      expect.stringMatching(/^ {2}line \d+, cn=forged/),
      'Done. Running processes reload within seconds.',
    ]);
    expect(code).toBe(0);
    await noticed();
    for (const at of [server, second])
      expect(await read({ state: 'NOR', issuer: norway, serial: 0x66, at })).toEqual(REVOKED);
    expect(await read({ state: 'NOR', issuer: norway })).toEqual(['APPROVED', 'DE-june.ml']);
    expect(await read({ state: 'NOR', issuer: norway, serial: 0x77, without_certificate: true })).toEqual([
      'APPROVED',
      'DE-june.ml',
    ]);
    expect(await read({ state: 'SWE', issuer: sweden })).toEqual(UNKNOWN);
  });

  test('a single document signer is named with its fingerprint', async () => {
    const { certificate } = signerOf('NO', norway, 0x78);
    const { lines, code } = await importing(write('NO-signer.cer', certificate));
    expect(lines.slice(0, -1)).toEqual([
      'NO-signer.cer: 1 document signer',
      `  C=NO, CN=Document Signer, serial 78, SHA-256 ${fingerprintOf(certificate)}`,
    ]);
    expect(code).toBe(0);
    await trust('remove', 'NO-signer.cer', '--yes');
  });

  test('an older or forged revocation list does not replace a genuine one, but a newer one does', async () => {
    const older = issueRevocationList(norway, { serials: [], this_update: '2026-04-01' });
    const { lines } = await importing(write('older.crl', older), write('forged.crl', forged[1]!));
    expect(lines.filter((line) => line.startsWith('Refused'))).toEqual([
      'Refused 1 entry of older.crl: It is older than the imported list of 2026-05-01',
      expect.stringContaining('forged.crl: It was not signed by a trusted CSCA'),
    ]);
    const newer = issueRevocationList(norway, { serials: [0x51, 0x66], this_update: '2026-06-01' });
    expect((await importing(write('newer.crl', newer))).lines).toContain(
      'Replaces the revocation list of C=NO, CN=CSCA of 2026-05-01, in icaopkd-001.ldif.',
    );
    await noticed();
    expect(await read({ state: 'NOR', issuer: norway })).toEqual(REVOKED);
    await trust('remove', 'newer.crl', '--yes');
  });

  test('a newer delta list does not replace a complete one', async () => {
    await importing(write('complete.crl', issueRevocationList(norway, { serials: [0x51], this_update: '2026-06-02' })));
    const { code, lines } = await importing(write('delta.crl', deltaOf('2026-06-03')));
    expect(lines[0]).toBe(
      'Refused 1 entry of delta.crl: CRL: it contains only changes since an earlier list (delta CRL), which a CSCA must not publish; use the complete list',
    );
    expect(code).toBe(1);
    await noticed();
    expect(await read({ state: 'NOR', issuer: norway })).toEqual(REVOKED);
    await trust('remove', 'complete.crl', '--yes');
  });

  describe('a PKD file with the name of an earlier one', () => {
    const complete = issueRevocationList(norway, { serials: [0x51], this_update: '2026-06-02' });
    const entry = (CN: string, list: Buffer) =>
      ldifRecord(pkdName('crl', 'NO', CN), ['certificateRevocationList;binary', list]);
    const signer = ldifRecord(pkdName('dsc', 'NO', 'signer'), [
      'userCertificate;binary',
      signerOf('NO', norway, 0x77).certificate,
    ]);

    test.each([
      ['that still has it', [entry('genuine', complete), signer]],
      ['that is the same', [entry('genuine', complete)]],
      ['that no longer has it', [signer]],
      ['with an older list', [entry('older', crl), signer]],
      ['with an incomplete list', [entry('delta', deltaOf('2026-06-03')), signer]],
    ])('%s keeps what the list revokes', async (_, records) => {
      await importing(write('daily.ldif', ldifFile(entry('genuine', complete))));
      await importing(write('daily.ldif', ldifFile(...records)));
      await noticed();
      expect(await read({ state: 'NOR', issuer: norway })).toEqual(REVOKED);
      await trust('remove', 'daily.ldif', '--yes');
    });

    test("does not replace its list with another State's list in its record", async () => {
      await importing(write('first.ldif', ldifFile(entry('genuine', complete))));
      await importing(
        write('second.ldif', ldifFile(entry('genuine', issueRevocationList(finland, { serials: [0x99] })))),
      );
      await noticed();
      expect(await read({ state: 'NOR', issuer: norway })).toEqual(REVOKED);
      for (const name of ['first.ldif', 'second.ldif']) await trust('remove', name, '--yes');
    });

    test('does not replace its list with a refused one', async () => {
      await importing(write('NO.crl', complete));
      const { code, lines } = await importing(
        write('NO.crl', deltaOf('2026-06-03')),
        write('signer.cer', signerOf('NO', norway, 0x77).certificate),
      );
      expect(lines.filter((line) => line.startsWith('Replaces'))).toEqual([]);
      expect(code).toBe(1);
      await noticed();
      expect(await read({ state: 'NOR', issuer: norway })).toEqual(REVOKED);
      for (const name of ['NO.crl', 'signer.cer']) await trust('remove', name, '--yes');
    });
  });

  test('replaces a stored list that can no longer be read', async () => {
    await importing(write('NO.crl', issueRevocationList(norway, { serials: [], this_update: '2026-06-02' })));
    // Stored as by an earlier version of the service.
    await server.ctx.db
      .updateTable('trust_objects')
      .set({ content: deltaOf('2026-06-02') })
      .where('kind', '=', 'CRL')
      .execute();
    const complete = issueRevocationList(norway, { serials: [0x51], this_update: '2026-06-03' });
    expect(await importing(write('NO-new.crl', complete))).toMatchObject({ code: 0 });
    await noticed();
    expect(await read({ state: 'NOR', issuer: norway })).toEqual(REVOKED);
    for (const name of ['NO.crl', 'NO-new.crl']) await trust('remove', name, '--yes');
  });

  test('removes what the earlier one added', async () => {
    await importing(
      write(
        'again.ldif',
        ldifFile(ldifRecord(pkdName('crl', 'NO', 'genuine'), ['certificateRevocationList;binary', crl])),
      ),
    );
    await noticed();
    expect(await read({ state: 'NOR', issuer: norway, serial: 0x66 })).toEqual(REVOKED);
    const { lines } = await importing(
      write('delta.ldif', ldifFile(ldifRecord(pkdName('crl', 'NO', 'genuine'), ['changetype', 'delete']))),
    );
    expect(lines.slice(0, 2)).toEqual([
      'Deletes 1 record of earlier PKD files.',
      '  including the revocation list of C=NO, CN=CSCA of 2026-05-01, in again.ldif',
    ]);
    await noticed();
    expect(await read({ state: 'NOR', issuer: norway, serial: 0x66 })).toEqual(['APPROVED', 'DE-june.ml']);
  });

  test.each([
    ['its own', publisher.root],
    ['no', undefined],
  ])('imports a master list that %s root vouches for', async (_, root) => {
    await trust('remove', 'DE-june.ml', '--yes');
    const list = issueMasterList([iceland.certificate], publisher, new Date('2026-07-28'));
    const path = write(
      'icaopkd-002.ldif',
      ldifFile(ldifRecord(pkdName('ml', 'DE', '002'), ['pkdMasterListContent', list])),
    );
    const { lines } = await importing(path, ...(root ? ['--root', write('DE.cer', root.certificate)] : []));
    expect(lines[0]).toMatch(
      root
        ? /^icaopkd-002\.ldif: DE: master list of 2026-07-28/
        : /^Refused 1 entry of icaopkd-002\.ldif: None of the given/,
    );
    await trust('remove', 'icaopkd-002.ldif: DE', '--yes');
  });
});

describe('trust status', () => {
  test('names each source with its age and who imported it, the States, and what is stale', async () => {
    const crl = issueRevocationList(finland, { serials: [1, 2], this_update: '2025-01-01', next_update: '2025-02-01' });
    await importing(write('FI.crl', crl));
    const { code, lines, err } = await trust('status');
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^NL\.ml: master list of 2026-05-01 \(\d+ days old\), signed by C=NL/),
        expect.stringMatching(/^ {2}imported \d{4}-\d\d-\d\d by Alma Vinter, SHA-256 [0-9a-f]{64}$/),
        'FI.crl: 1 revocation list',
        '  C=FI, CN=CSCA, of 2025-01-01, STALE since 2025-02-01, revokes 2 certificates',
        'Trust anchors of 1 State (* with a revocation list):',
        '  FI 1*',
        'Total: 1 trust anchor.',
      ]),
    );
    expect(err).toContain(
      'Warning: the revocation list of C=FI, CN=CSCA in FI.crl should have been renewed by 2025-02-01.\n',
    );
    expect(err).toContain('Warning: NL.ml of 2026-05-01 is older than 90 days.\n');
    expect(code).toBe(0);
  });

  test('stale trust is reported by the log, once a day, and by /readyz, which stays ready', async () => {
    await noticed();
    const ready = async () => {
      const response = await fetch(`${server.base}/readyz`);
      return [response.status, ((await response.json()) as { warnings?: string[] }).warnings] as const;
    };
    const warnings = [
      'trust: NL.ml of 2026-05-01 is older than 90 days',
      'trust: the revocation list of C=FI, CN=CSCA in FI.crl should have been renewed by 2025-02-01',
    ];
    // Responses are cached for a second, so the first may still be about other lists.
    await eventually(async () => isDeepStrictEqual(await ready(), [200, warnings]), 'the warnings');
    const logged = () => log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === warnings[0]).length;
    const before = logged();
    expect(before).toBeGreaterThan(0);
    await server.advance('PT1S');
    await server.advance('P1D');
    await eventually(async () => logged() === before + 1, 'the warning of the next day');
    await trust('remove', 'NL.ml', '--yes');
    await trust('remove', 'FI.crl', '--yes');
    await noticed();
    await eventually(async () => (await ready())[1] === undefined, 'the warnings to end');
    await importing(files.pathOf('NL.ml'), '--root', files.pathOf('NL.cer'));
  });
});

describe('trust check', () => {
  const check = (issuer: Issued, C: string, options = {}) => {
    const signer = signerOf(C, issuer, 0x51);
    return trust(
      'check',
      '--sod',
      write('sod.bin', documentOf({ state: 'FIN', signer, issuer, portrait, ...options }).sod),
    );
  };

  test("says which CSCA signed the signer, or why none of the State's did", async () => {
    const known = await check(finland, 'FI');
    expect(known.lines.at(-1)).toMatch(
      /^KNOWN: C=FI, CN=CSCA, serial 1a, key [0-9a-f]{40}, from NL\.ml of 2026-05-01\.$/,
    );
    expect(known.code).toBe(0);
    const unknown = await check(cscaOf('FI'), 'FI');
    expect(unknown.lines).toEqual([
      'Signer named in the security object: serial 51 of C=FI, CN=CSCA.',
      expect.stringMatching(/^Signer {2}C=FI, CN=Document Signer, serial 51, valid from 2020-01-01 to 2035-01-01$/),
      'State   FI',
      'Issuer  C=FI, CN=CSCA',
      expect.stringMatching(/^AKI {5}[0-9a-f]{40}$/),
      'UNKNOWN: no match among 1 CSCA certificate of FI:',
      expect.stringMatching(/^ {2}C=FI, CN=CSCA, serial 1a, key .*, valid from .* to .*, from NL\.ml$/),
      '    Same name but a different key: a newer or older CSCA is missing',
    ]);
    expect(unknown.code).toBe(1);
    expect((await check(iceland, 'IS')).lines.at(-1)).toBe(
      'UNKNOWN: no CSCA certificate of IS is known. Import one, or a master list that contains it.',
    );
    expect((await check(finland, 'FI', { without_certificate: true })).lines.at(-1)).toMatch(
      /^UNKNOWN: its certificate is neither/,
    );
    expect((await trust('check', '--sod', write('none.bin', 'no'))).err).toMatch(/none\.bin is not a security object/);
  });
});

test('the trust log says who changed what, and whether somebody has changed the log', async () => {
  const audit = () => runOperator(server, 'audit');
  expect((await trust('reload', '--by', 'Bo Ek')).code).toBe(0);
  await noticed();
  const { db } = server.ctx;
  const entries = await db.selectFrom('trust_log').selectAll().orderBy('sequence').execute();
  expect(entries[0]).toMatchObject({ action: 'import', actor: 'Alma Vinter', name: 'SE.pem', kind: 'CERTIFICATES' });
  expect(entries.at(-1)).toMatchObject({ action: 'reload', actor: 'Bo Ek' });
  expect(await audit()).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Trust: ${entries.length} changes in the log.`),
  });
  const { lines, code } = await trust('log');
  expect(lines[0]).toMatch(
    new RegExp(`^${entries.length} {2}\\d{4}-\\d\\d-\\d\\dT\\S+ {2}Bo Ek {2}requested a reload$`),
  );
  expect(lines.at(-2)).toMatch(/^1 {2}\S+ {2}Alma Vinter {2}imported SE\.pem \(certificates\), SHA-256 [0-9a-f]{64}$/);
  expect(lines.at(-1)).toBe('    1 entry accepted');
  expect(code).toBe(0);
  const about = async (name: string) => (await trust('log', name)).lines;
  expect((await about('DE.ml')).slice(1)).toEqual([
    expect.stringMatching(/^ {4}1 entry accepted, root SHA-256 [0-9a-f]{64}$/),
    '    1 refused: link certificate that no trusted CSCA signed',
  ]);
  expect(await about('DE-june.ml')).toEqual([
    expect.stringMatching(/Alma Vinter|\S+ {2}removed DE-june\.ml \(master list\), SHA-256 [0-9a-f]{64}$/),
    '    removed 2 trust anchors, including the last of IS, NO',
    expect.stringMatching(/imported DE-june\.ml \(master list\)/),
    expect.stringMatching(/^ {4}2 entries accepted, root SHA-256/),
    '    replaced DE.ml of 2026-05-28',
  ]);
  expect(await about('newer.crl')).toContain(
    '    replaced the revocation list of C=NO, CN=CSCA of 2026-05-01, in icaopkd-001.ldif',
  );
  expect((await trust('log')).lines).toContain(
    '    deleted the revocation list of C=NO, CN=CSCA of 2026-05-01, in again.ldif',
  );
  const refused = (await about('icaopkd-001.ldif')).filter((line) => line.includes('refused'));
  expect(refused).toHaveLength(3);
  expect(await about('nothing.crl')).toEqual(['No entry names nothing.crl.']);
  expect((await trust('remove', 'SE.pem', '--yes')).err).toBe(
    'Nothing imported as SE.pem is trusted now. Run trust log SE.pem to see why.\n',
  );
  expect((await trust('remove', 'nothing.crl', '--yes')).err).toBe('Nothing was imported as nothing.crl.\n');

  const secret = { source_id: 7, position: 0, kind: 'CSCA' as const, dn: null, serial_number: null, key_id: null };
  await db
    .insertInto('trust_objects')
    .values({ ...secret, content: sweden.certificate })
    .execute();
  const source = { id: 7, kind: 'CERTIFICATES' as const, name: 'secret.cer', sha256: 'ab', country: null, dated: null };
  await db
    .insertInto('trust_sources')
    .values({ ...source, signer: null, root: null, imported: '2026-01-01T00:00:00.000Z', imported_by: 'Alma Vinter' })
    .execute();
  expect(await audit()).toMatchObject({
    code: 1,
    out: expect.stringContaining('secret.cer is trusted, but the log does not say who imported it'),
  });
  await db.updateTable('trust_log').set({ actor: 'Somebody' }).where('sequence', '=', 2).execute();
  expect((await audit()).out).toContain('Trust: entry 2 was changed or deleted.');
  expect(await trust('log')).toMatchObject({ code: 1, err: 'Entry 2 was changed or deleted.\n' });
});

test.skipIf(!hasTestData)(
  'the real German list is imported with its root, and 20 of its entries are refused by name',
  async () => {
    const list = write('DE_ML.ml', readTestData('master-lists/DE_ML_2026-05-28-08-28-45.ml'));
    const root = write('DE_ROOT.cer', readTestData('master-lists/DE_ROOT_CA_CSCA07.cer'));
    const { code, lines } = await importing(list, '--root', root);
    expect(lines[2]).toMatch(/^ {2}568 trust anchors of \d+ States$/);
    expect(lines[3]).toBe('  It is older than 90 days. Check whether its publisher has a newer one.');
    expect(lines.slice(4).filter((line) => line.startsWith('  '))).toHaveLength(20);
    expect(code).toBe(0);
    const checked = await trust('check', '--sod', write('AT.bin', readTestData('real-sods/AT_1.sod.bin')));
    expect(checked.lines.at(-1)).toMatch(/^KNOWN: C=AT, .* from DE_ML\.ml of 2026-05-28\.$/);
  },
);
