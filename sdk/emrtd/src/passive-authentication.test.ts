import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { describe, expect, test } from 'vitest';
import { hasTestData, readTestData, readVectors } from '../../../tests/support/documents/real-documents.ts';
import { readSecurityObject, readSod } from './lds/sod.ts';
import { verifyDataGroups, verifyPassiveAuthentication } from './passive-authentication.ts';
import { isContentIntact, readSignedDataBytes } from './pki/cms.ts';
import { readMasterList } from './pki/trust/master-list.ts';
import { createTrustStore } from './pki/trust/trust-store.ts';

const AT = new Date('2026-01-01');

const germanList = () => {
  const { certificates, signed_at } = readMasterList(readTestData('master-lists/DE_ML_2026-05-28-08-28-45.ml'), [
    readTestData('master-lists/DE_ROOT_CA_CSCA07.cer'),
  ]);
  return createTrustStore([{ name: 'DE', date: signed_at ?? '', certificates }]);
};

interface GroundTruth {
  file: string;
  digest: string;
  ds_not_after?: string;
  dg_numbers?: number[];
  dg1_hash?: string;
  dg2_hash?: string;
}

const truths: GroundTruth[] = hasTestData ? JSON.parse(readTestData('ground-truth.json').toString()) : [];
const realSods = truths.filter(({ file }) => file.startsWith('real-sods/'));

describe.skipIf(!hasTestData)('real security objects', () => {
  const trust = hasTestData ? germanList() : createTrustStore([]);

  test('are seven', () => {
    expect(realSods).toHaveLength(7);
  });

  test.each(realSods)(
    '$file verifies to the German master list',
    ({ file, digest, dg_numbers, dg1_hash, dg2_hash, ds_not_after }) => {
      const result = verifyPassiveAuthentication(readTestData(file), { at: AT, trust });
      expect(result).toMatchObject({
        signature: { result: 'PASSED' },
        issuer: { result: 'PASSED' },
        weaknesses: [],
        flags: [],
      });
      expect(result.digest_algorithm?.toLowerCase().replace('-', '')).toBe(digest);
      expect(result.signer?.not_after.toISOString()).toBe(ds_not_after);
      const { hashes } = result.securityObject!;
      expect([...hashes.keys()]).toEqual(dg_numbers);
      expect(Buffer.from(hashes.get(1)!).toString('hex')).toBe(dg1_hash);
      expect(Buffer.from(hashes.get(2)!).toString('hex')).toBe(dg2_hash);
    },
  );

  test.each(realSods)('$file names the CSCA and the signer published with it', ({ file }) => {
    const csca = readTestData(file.replace('.sod.bin', '.csca.cer'));
    const own = createTrustStore([{ name: 'own', certificates: [csca], pinned: true }]);
    const result = verifyPassiveAuthentication(readTestData(file), { at: AT, trust: own });
    expect(result.issuer.result).toBe('PASSED');
    expect(Buffer.from(result.anchor!.certificate.raw).equals(csca)).toBe(true);
    expect(Buffer.from(result.signer!.raw).equals(readTestData(file.replace('.sod.bin', '.dsc.cer')))).toBe(true);
  });

  test.each(realSods)('$file reads as pkijs reads it', ({ file }) => {
    const bytes = readTestData(file);
    const data = readSod(bytes);
    const envelope = asn1js.fromBER(bytes).result as asn1js.Constructed;
    const info = new pkijs.ContentInfo({ schema: envelope.valueBlock.value[0]! });
    const oracle = new pkijs.SignedData({ schema: info.content });
    const content = oracle.encapContentInfo.eContent!.getValue();
    expect(Buffer.from(data.content).equals(Buffer.from(content))).toBe(true);
    expect(data.content_type).toBe(oracle.encapContentInfo.eContentType);
    expect(
      Buffer.from(data.signer.signature).equals(Buffer.from(oracle.signerInfos[0]!.signature.valueBlock.valueHexView)),
    ).toBe(true);
    const hashes = (asn1js.fromBER(content).result as asn1js.Sequence).valueBlock.value[2] as asn1js.Sequence;
    expect(hashes.valueBlock.value).toHaveLength(readSecurityObject(data.content).hashes.size);
  });

  test.each(realSods)('$file is refused without its issuer, before its time, and after it', ({ file }) => {
    const code = (moment: string, store = trust) =>
      verifyPassiveAuthentication(readTestData(file), { at: new Date(moment), trust: store }).issuer.code;
    expect(code('2026-01-01', createTrustStore([]))).toBe('issuer_unknown');
    expect(code('2010-01-01')).toBe('certificate_expired');
    expect(code('2050-01-01')).toBe('certificate_expired');
  });
});

describe.skipIf(!hasTestData)('the specimen “Erika Mustermann”', () => {
  const file = (name: string) => readTestData(`bsi-erika-2008/${name}.bin`);
  const result = () =>
    verifyPassiveAuthentication(file('EF_SOD'), { at: new Date('2008-06-01'), trust: createTrustStore([]) });

  test('is signed with ECDSA and SHA-1 on an explicit curve, by an unknown issuer', () => {
    expect(result()).toMatchObject({
      signature: { result: 'PASSED' },
      issuer: { result: 'FAILED', code: 'issuer_unknown' },
      weaknesses: [
        { where: 'DATA_GROUPS', algorithm: 'SHA-1' },
        { where: 'SECURITY_OBJECT', algorithm: 'SHA-1' },
        { where: 'DOCUMENT_SIGNER', algorithm: 'SHA-1' },
      ],
      signature_algorithm: 'ECDSA with SHA-1',
    });
  });

  test('vouches for DG1, DG2 and DG14, but not for the DG15 found with it', () => {
    const groups = new Map([1, 2, 14, 15].map((number) => [number, file(`Datagroup${number}`)]));
    const { check, intact } = verifyDataGroups(result().securityObject!, groups, [1, 2]);
    expect(check.result).toBe('PASSED');
    expect([...intact]).toEqual([1, 2, 14]);
  });
});

describe.skipIf(!hasTestData)('reference vectors', () => {
  const vectors = readVectors('sod_vectors.json');
  const signers = hasTestData
    ? ['dsc_de_0142fd5cf927.cer', 'dsc_de_0130846f2b3e.cer'].map((name) => readTestData(`vectors/${name}`))
    : [];
  const trust = createTrustStore([{ name: 'test', certificates: [], signers }]);
  const verify = (index: number) => verifyPassiveAuthentication(vectors[index]!, { at: new Date('2012-01-01'), trust });

  test.each([
    [0, 'BSI'],
    [1, 'ETSI'],
  ])('%i, the valid one of %s, has a good signature with RSASSA-PSS', (index) => {
    expect(verify(index)).toMatchObject({
      signature: { result: 'PASSED' },
      issuer: { result: 'FAILED', code: 'issuer_unknown' },
      signature_algorithm: 'RSASSA-PSS with SHA-256',
    });
  });

  test.each([
    [2, 'content type changed to id-data', 'sod_signature_invalid'],
    [3, 'not signed data', 'unsupported_algorithm'],
    [4, 'signed and enveloped data', 'unsupported_algorithm'],
    [5, 'version 1', 'unsupported_algorithm'],
    [6, 'version 2', 'unsupported_algorithm'],
    [7, 'version 4', 'unsupported_algorithm'],
    [8, 'content type changed to id-data', 'sod_signature_invalid'],
    [9, 'content type digested data', 'unsupported_algorithm'],
    [10, 'content type digested data', 'unsupported_algorithm'],
    [11, 'security object of version 2', 'unsupported_algorithm'],
    [12, 'security object of a negative version', 'malformed'],
    [13, 'a byte after the end', 'malformed'],
    [14, 'hash of DG1 changed', 'sod_digest_mismatch'],
    [15, 'last byte of the signature changed', 'sod_signature_invalid'],
    [16, 'hash of DG14 changed', 'sod_digest_mismatch'],
  ])('%i, %s, is refused: %s', (index, _, code) => {
    expect(verify(index).signature).toMatchObject({ result: 'FAILED', code });
  });

  test('17 and 18 are the valid object with changed data groups', () => {
    const dg1 = Buffer.from('615B5F1F58503C45533C3C', 'hex');
    const dg15 = readVectors('dg15_vectors.json')[1]!;
    const changed = Buffer.from(dg15);
    changed[changed.length - 1] = 2;
    const { securityObject } = verify(18);
    const check = (number: number, bytes: Buffer) =>
      verifyDataGroups(securityObject!, new Map([[number, bytes]]), []).check;
    expect(check(15, dg15).result).toBe('PASSED');
    expect(check(15, changed)).toMatchObject({ code: 'dg_hash_mismatch', detail: expect.stringContaining('DG15') });
    expect(check(1, dg1).code).toBe('dg_hash_mismatch');
  });
});

describe.skipIf(!hasTestData)('the signed data of a master list', () => {
  test('has a content type that no security object has', () => {
    const list = readTestData('master-lists/DE_ML_2026-05-28-08-28-45.ml');
    expect(isContentIntact(readSignedDataBytes(list, 'Master list'))).toBe(true);
    expect(() => readSod(list)).toThrow('tag 0x77 expected');
  });
});
