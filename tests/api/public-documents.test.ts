/** Every publicly available document, list and file, run through the service and compared with what is known about it. */
// CI only: it reads every public document and list of certificates.
// SQLite only: the chip engine decides, without the database.
import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBer } from '../../sdk/emrtd/src/asn1/ber.ts';
import { der } from '../../sdk/emrtd/src/asn1/der-values.ts';
import {
  dg1Of,
  dg2Of,
  dg2OfRecord,
  ecKeys,
  issueCertificate,
  issueSod,
  nameOf,
  TD3_MRZ,
} from '../support/documents/documents.ts';
import { submitFiles } from '../support/documents/national-documents.ts';
import { hasTestData, readTestData, readVectors } from '../support/documents/real-documents.ts';
import { runOperator } from '../support/packages/script.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';

const MASTER_LIST = 'DE_ML_2026-05-28-08-28-45.ml';

interface Truth {
  file: string;
  verdict: string;
  digest: string;
  ds_not_after?: string;
  dg_numbers?: number[];
}

const truths: Truth[] = hasTestData ? JSON.parse(readTestData('ground-truth.json').toString()) : [];
const real = truths.filter(({ file }) => file.startsWith('real-sods/'));
const hashName = (digest: string) => digest.replace('sha', 'SHA-');

/** A State that signs those public files that have no security object. */
const subject = nameOf({ C: 'UT', CN: 'CSCA' });
const csca = issueCertificate({ subject, keys: ecKeys(), ca: true, not_before: '2005-01-01' });
const signer = issueCertificate({
  subject: nameOf({ C: 'UT', CN: 'Signer' }),
  keys: ecKeys(),
  issuer: csca,
  not_before: '2005-01-01',
});
const portrait = readFileSync(new URL('../../server/specimen/portraits/alma.jpg', import.meta.url));

function signed(groups: Record<number, Uint8Array>): Record<string, Uint8Array> {
  const all = new Map([1, 2, 11, 12, 14, 15].flatMap((number) => (groups[number] ? [[number, groups[number]]] : [])));
  const sod = issueSod({ signer, issuerSubject: subject, groups: all });
  return { sod, ...Object.fromEntries([...all].map(([number, bytes]) => [`dg${number}`, bytes])) };
}

/** Some States publish the signer's certificate separately. The signature does not cover the certificate, so removing it is enough. */
function withoutCertificate(sod: Buffer): Buffer {
  const [type, content] = readBer(sod, 'EF.SOD').as(0x77, 'EF.SOD').children()[0]!.children();
  const fields = content!
    .children()[0]!
    .children()
    .filter(({ tag }) => tag !== 0xa0);
  return der(0x77, der(0x30, type!.raw, der(0xa0, der(0x30, ...fields.map(({ raw }) => raw)))));
}

const genuine = { 1: dg1Of(TD3_MRZ), 2: dg2Of(portrait) };

describe.skipIf(!hasTestData)('public documents', () => {
  let folder: string;
  let server: TestServer;
  let basic: { public_key: string; secret: string };

  async function startIn(year: number) {
    await server?.stop();
    const starts_at = `${year}-06-01T12:00:00Z`;
    server = await createTestServer({ environment: { MASTER_LISTS_DIR: folder }, starts_at });
    ({ basic } = await server.account());
  }

  const read = async (files: Record<string, Uint8Array>) => {
    const session = await submitFiles(server, basic, files);
    return { ...session, failure: 'failure' in session ? session.failure?.code : undefined };
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sigill-public-'));
    for (const name of ['roots', 'csca', 'imports']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, MASTER_LIST), readTestData(`master-lists/${MASTER_LIST}`));
    writeFileSync(join(folder, 'roots/DE.cer'), readTestData('master-lists/DE_ROOT_CA_CSCA07.cer'));
    writeFileSync(join(folder, 'csca/UT.cer'), csca.certificate);
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  describe('in 2026, with the list of the German BSI', () => {
    beforeAll(() => startIn(2026));

    test('seven real security objects are available', () => expect(real).toHaveLength(7));

    // Of real people, only the objects that the State signed are public, not the data.
    test.each(real)('$file has a trusted issuer, and is refused without its data', async (truth) => {
      const session = await read({ sod: readTestData(truth.file) });
      expect(session).toMatchObject({ state: 'REJECTED', failure: 'dg_missing' });
      expect(session.chip).toMatchObject({
        checks: { issuer: { result: 'PASSED' }, signature: { result: 'PASSED' }, data: { code: 'dg_missing' } },
        data_groups: truth.dg_numbers,
        data_groups_read: [],
        digest_algorithm: hashName(truth.digest),
        signer: { not_after: new Date(truth.ds_not_after!).toISOString() },
        trust_anchor: { country: truth.file.slice(10, 12), source: MASTER_LIST, source_date: '2026-05-28' },
        weak_algorithms: [],
      });
    });

    test.each(real)("$file is refused with somebody else's data", async ({ file }) => {
      const session = await read({ sod: readTestData(file), dg1: genuine[1], dg2: genuine[2] });
      expect([session.state, session.failure]).toEqual(['REJECTED', 'dg_hash_mismatch']);
    });
  });

  describe('in 2010', () => {
    beforeAll(() => startIn(2010));

    test("Erika Mustermann of 2008 is intact, but its issuer's CSCA is not available", async () => {
      const truth = truths.find(({ file }) => file.startsWith('bsi-erika-2008/'))!;
      const names = { com: 'EF_COM', sod: 'EF_SOD', dg1: 'Datagroup1', dg2: 'Datagroup2' };
      const more = { dg14: 'Datagroup14', dg15: 'Datagroup15' };
      const files = Object.entries({ ...names, ...more }).map(([name, file]) => [
        name,
        readTestData(`bsi-erika-2008/${file}.bin`),
      ]);
      const session = await read(Object.fromEntries(files));
      expect(session).toMatchObject({ state: 'REJECTED', failure: 'issuer_unknown' });
      expect(session.chip).toMatchObject({
        checks: {
          signature: { result: 'PASSED' },
          data: { result: 'PASSED' },
          // Valid until 2013.
          document: { result: 'PASSED' },
          portrait: { result: 'PASSED' },
        },
        data_groups: [1, 2, 3, 14],
        data_groups_read: [1, 2, 14],
        digest_algorithm: hashName(truth.digest),
        signer: { not_after: expect.stringMatching(/^2009-01-27/) },
      });
    });

    /** BSI TR-03105-5 and ETSI TR 103 200, in file order, with what is wrong with each. */
    const VECTORS: [index: number, reason: string, what: string][] = [
      [0, 'dg_missing', 'valid, of BSI'],
      [1, 'dg_missing', 'valid, of ETSI'],
      [2, 'sod_signature_invalid', 'content type changed to id-data'],
      [3, 'unsupported_algorithm', 'not signed data'],
      [4, 'unsupported_algorithm', 'signed and enveloped data'],
      [5, 'unsupported_algorithm', 'version 1'],
      [6, 'unsupported_algorithm', 'version 2'],
      [7, 'unsupported_algorithm', 'version 4'],
      [8, 'sod_signature_invalid', 'content type changed to id-data'],
      [9, 'unsupported_algorithm', 'content type digested data'],
      [10, 'unsupported_algorithm', 'content type digested data'],
      [11, 'unsupported_algorithm', 'security object of version 2'],
      [12, 'malformed', 'security object of a negative version'],
      [13, 'malformed', 'a byte after the end'],
      [14, 'sod_digest_mismatch', 'hash of DG1 changed'],
      [15, 'sod_signature_invalid', 'last byte of the signature changed'],
      [16, 'sod_digest_mismatch', 'hash of DG14 changed'],
      [17, 'dg_missing', 'valid, of ETSI'],
      [18, 'dg_missing', 'valid, of ETSI'],
    ];

    test('every vector is covered', () => expect(readVectors('sod_vectors.json')).toHaveLength(VECTORS.length));

    test.each(VECTORS)('vector %i ends with %s: %s', async (index, reason) => {
      const session = await read({ sod: readVectors('sod_vectors.json')[index]! });
      const isValid = reason === 'dg_missing';
      // The vectors' CSCA is unknown, which is reported before missing data groups.
      expect([session.state, session.failure]).toEqual(['REJECTED', isValid ? 'issuer_unknown' : reason]);
      expect(session.chip.checks.signature.result).toBe(isValid ? 'PASSED' : 'FAILED');
      if (isValid) expect(session.chip.checks.data).toMatchObject({ code: 'dg_missing' });
    });

    test('the machine readable zones printed by ICAO are read, except the one that breaks its own rule', async () => {
      const [td1, td2, td3] = readVectors('dg1_vectors.json');
      expect(await read(signed({ ...genuine, 1: td3! }))).toMatchObject({
        state: 'APPROVED',
        surname: 'ERIKSSON',
        given_names: 'ANNA MARIA',
        document_number: 'L898902C3',
        date_of_birth: '1974-08-12',
        expiry_date: '2012-04-15',
      });
      expect((await read(signed({ ...genuine, 1: td1! }))).failure).toBe('mrz_invalid');
      // This document is another State's, but signed by Utopia.
      expect((await read(signed({ ...genuine, 1: td2! }))).failure).toBe('country_mismatch');
    });

    test.each(['MandFields', 'AllFields'])(
      "ICAO's published portrait in ISO/IEC 39794-5 with %s is shown",
      async (fields) => {
        const dg2 = readTestData(`icao-39794-5/ICAO_39794_5_AP_DG2_${fields}.dat`);
        const session = await read(signed({ ...genuine, 2: dg2 }));
        expect(session).toMatchObject({ state: 'APPROVED', portrait: expect.stringMatching(/^iVBOR/) });
      },
    );

    test('the portrait in a published ISO/IEC 19794-5 record is shown, and refused after it was changed', async () => {
      const dg2 = dg2OfRecord(readTestData('icao-39794-5/ISO19794_Test1_Data.bin'));
      const files = signed({ ...genuine, 2: dg2 });
      const session = await read(files);
      const face = dg2Of(readTestData('icao-39794-5/ISO19794_Test1_Face.jpg'));
      const portraitOf = (of: typeof session) => ('portrait' in of ? of.portrait : undefined);
      expect(session).toMatchObject({ state: 'APPROVED', portrait: expect.stringMatching(/^iVBOR/) });
      expect(portraitOf(session)).toBe(portraitOf(await read(signed({ ...genuine, 2: face }))));
      const changed = Buffer.from(dg2);
      changed[changed.length - 500]! ^= 1;
      expect((await read({ ...files, dg2: changed })).failure).toBe('dg_hash_mismatch');
    });

    describe('the signers of the vectors, in separate files,', () => {
      const SIGNERS: [index: number, file: string, name: string][] = [
        [0, 'dsc_de_0142fd5cf927.cer', 'C=DE, O=HJP Consulting, OU=Document Signer, CN=HJP PB DS'],
        [1, 'dsc_de_0130846f2b3e.cer', 'C=DE, O=ETSI, OU=Document Signer, CN=ETSI DS'],
      ];
      const objectOf = (index: number) => withoutCertificate(readVectors('sod_vectors.json')[index]!);
      const signatureOf = async (sod: Buffer) => {
        const { failure, chip } = await read({ sod });
        return [failure, chip.checks.signature.result];
      };

      test.each(SIGNERS)('are unknown before the import: vector %i', async (index) => {
        expect(await signatureOf(objectOf(index))).toEqual(['issuer_unknown', 'NOT_PRESENT']);
      });

      test('are imported as signers, with their fingerprints', async () => {
        const paths = SIGNERS.map(([, file]) => {
          writeFileSync(join(folder, 'imports', file), readTestData(`vectors/${file}`));
          return join(folder, 'imports', file);
        });
        const { out, code } = await runOperator(server, 'trust', 'import', '--yes', ...paths);
        for (const [, file, name] of SIGNERS) {
          const { fingerprint256 } = new X509Certificate(readTestData(`vectors/${file}`));
          expect(out).toContain(`${file}: 1 document signer\n  ${name}, serial `);
          expect(out).toContain(`SHA-256 ${fingerprint256}\n`);
        }
        expect(code).toBe(0);
        await server.advance('PT1S');
        await eventually(async () => server.deps.trust.imported.length === SIGNERS.length, 'the signers');
      });

      test.each(SIGNERS)('verify the signature of vector %i, but not its issuer', async (index) => {
        const sod = objectOf(index);
        expect(await signatureOf(sod)).toEqual(['issuer_unknown', 'PASSED']);
        sod[sod.length - 1]! ^= 1;
        expect(await signatureOf(sod)).toEqual(['sod_signature_invalid', 'FAILED']);
      });
    });

    test('details of DG11 and DG12 are returned, and Chip Authentication of DG14 is detected', async () => {
      const [dg11, dg12] = [readTestData('vectors/EF_DG11.bin'), readTestData('vectors/EF_DG12.bin')];
      const samples = [...readVectors('dg14_vectors.json'), readTestData('vectors/spec_sample_encoded_dg14.bin')];
      for (const dg14 of samples) {
        const session = await read(signed({ ...genuine, 11: dg11, 12: dg12, 14: dg14 }));
        expect(session).toMatchObject({ state: 'APPROVED', personal_number: '123', issuer: 'TEST' });
        expect(session.chip).toMatchObject({
          clone_protection: 'NONE',
          clone_protection_offered: ['CHIP_AUTHENTICATION'],
        });
      }
    });

    test('a chip with a DG15 key must prove itself', async () => {
      for (const dg15 of readVectors('dg15_vectors.json'))
        expect((await read(signed({ ...genuine, 15: dg15 }))).failure).toBe('chip_auth_missing');
    });
  });
});
