import { sign } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import {
  dg1Of,
  dg2Of,
  dg15Of,
  ecKeys,
  IMAGE,
  issueCertificate,
  issueSod,
  nameOf,
  TD3_MRZ,
} from '../../../tests/support/documents/documents.ts';
import { hasTestData, readTestData } from '../../../tests/support/documents/real-documents.ts';
import { times, trials } from '../../../tests/support/runs/trials.ts';
import { type Element, readBer } from './asn1/ber.ts';
import { der } from './asn1/der-values.ts';
import { verifyPassiveAuthentication } from './passive-authentication.ts';
import { readMasterList } from './pki/trust/master-list.ts';
import { createTrustStore } from './pki/trust/trust-store.ts';
import { type DocumentFiles, verifyDocument } from './verify-document.ts';

const at = new Date('2026-06-01');
const subject = nameOf({ C: 'UT', CN: 'CSCA' });
const csca = issueCertificate({ subject, keys: ecKeys('prime256v1'), ca: true });
const signer = issueCertificate({
  subject: nameOf({ C: 'UT', CN: 'DS' }),
  keys: ecKeys('prime256v1'),
  issuer: csca,
  serial: 77,
});
const chip = ecKeys('prime256v1');
const challenge = Buffer.from('a0a1a2a3a4a5a6a7', 'hex');
const aa_signature = sign('sha256', challenge, chip.privateKey);
const groups = new Map<number, Uint8Array>([
  [1, dg1Of(TD3_MRZ)],
  [2, dg2Of(IMAGE)],
  [11, der(0x6b, Buffer.from('5f1003313233', 'hex'))],
  [14, der(0x6e, der(0x31))],
  [15, dg15Of(chip.publicKey)],
]);
const sod = issueSod({ signer, issuerSubject: subject, groups });
const files = {
  sod,
  ...Object.fromEntries([...groups].map(([number, bytes]) => [`dg${number}`, bytes])),
} as unknown as DocumentFiles;
const policy = {
  at,
  trust: createTrustStore([{ name: 'test', certificates: [csca.certificate] }]),
  passport_only: false,
};
const verify = (changed: Partial<DocumentFiles>, proof: Uint8Array = aa_signature) =>
  verifyDocument({ files: { ...files, ...changed }, challenge, aa_signature: proof }, policy).verdict;

const MASKS = [0x01, 0x20, 0x80, 0xff];
/** The masks take turns, one for each byte; with more trials, each byte gets several. */
const masksAt = (offset: number) =>
  Array.from({ length: Math.min(times(1), MASKS.length) }, (_, index) => MASKS[(offset + index) % MASKS.length]!);

function flipped(bytes: Uint8Array, offset: number, mask: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[offset]! ^= mask;
  return copy;
}

/** SignedData of an EF.SOD, and its one SignerInfo. */
function findSignerInfo(bytes: Uint8Array): { signedData: Element[]; signerInfo: Element[] } {
  const signedData = readBer(bytes, 'EF.SOD').children()[0]!.children()[1]!.children()[0]!.children();
  return { signedData, signerInfo: signedData.at(-1)!.children()[0]!.children() };
}

/**
 * The bytes of a CMS message that are unsigned and change nothing: the two version numbers, the announced digests, and the signer's
 * name, which real documents get wrong, so that the signature alone decides who signed (see findSigners).
 */
function isUnsigned(bytes: Uint8Array): (offset: number) => boolean {
  const { signedData, signerInfo } = findSignerInfo(bytes);
  const unsigned = [signedData[0]!, signedData[1]!, signerInfo[0]!, signerInfo[1]!];
  return (offset) => unsigned.some(({ contentStart, end }) => offset >= contentStart && offset < end);
}

describe('a genuine document with one byte changed is refused', () => {
  test('although it is accepted unchanged', () => {
    expect(verify({})).toBe('APPROVED');
  });

  test.each([...groups.keys()].map((number) => `dg${number}` as 'dg1'))('in any byte of %s', (name) => {
    const bytes = files[name]!;
    const survivors: number[] = [];
    for (let offset = 0; offset < bytes.length; offset++)
      for (const mask of masksAt(offset))
        if (verify({ [name]: flipped(bytes, offset, mask) }) === 'APPROVED') survivors.push(offset);
    expect(survivors).toEqual([]);
  });

  test('in any byte of EF.SOD except the name of the signer', { timeout: 120_000 }, () => {
    const allowed = isUnsigned(sod);
    const survivors: number[] = [];
    for (let offset = 0; offset < sod.length; offset++)
      for (const mask of masksAt(offset))
        if (verify({ sod: flipped(sod, offset, mask) }) === 'APPROVED') survivors.push(offset);
    expect(survivors.filter((offset) => !allowed(offset))).toEqual([]);
  });

  test('in the proof of the chip', () => {
    const survivors = [...aa_signature.keys()].filter(
      (offset) => verify({}, flipped(aa_signature, offset, 0x01)) === 'APPROVED',
    );
    expect(survivors).toEqual([]);
  });

  test('and with a byte removed or added', () => {
    for (const name of Object.keys(files) as (keyof DocumentFiles)[]) {
      expect(verify({ [name]: files[name]!.subarray(0, -1) })).toBe('REJECTED');
      expect(verify({ [name]: Buffer.concat([files[name]!, Buffer.of(0)]) })).toBe('REJECTED');
    }
  });
});

describe.skipIf(!hasTestData)('a real security object with one byte changed is refused', () => {
  const list = hasTestData
    ? readMasterList(readTestData('master-lists/DE_ML_2026-05-28-08-28-45.ml'), [
        readTestData('master-lists/DE_ROOT_CA_CSCA07.cer'),
      ])
    : { certificates: [] };
  const trust = createTrustStore([{ name: 'DE', certificates: list.certificates }]);
  const isAccepted = (bytes: Uint8Array) => {
    const { signature, issuer } = verifyPassiveAuthentication(bytes, { at, trust });
    return signature.result === 'PASSED' && issuer.result === 'PASSED';
  };

  test.each(['AT', 'AU', 'CN', 'DE', 'FI', 'FR', 'NZ'])('%s', { timeout: 120_000 }, (country) => {
    const bytes = readTestData(`real-sods/${country}_1.sod.bin`);
    const allowed = isUnsigned(bytes);
    const survivors: number[] = [];
    expect(isAccepted(bytes)).toBe(true);
    // Only a sample of the bytes: the tests above change every byte of an issued document.
    for (let offset = 0; offset < bytes.length; offset += Math.max(3, Math.round(9 / times(1))))
      if (!allowed(offset) && isAccepted(flipped(bytes, offset, MASKS[offset % MASKS.length]!))) survivors.push(offset);
    expect(survivors).toEqual([]);
  });
});

describe('files with every kind of damage', () => {
  test('are judged in bounded time and memory, and never crash the engine', { timeout: 120_000 }, async () => {
    const worker = new Worker(new URL('../../../tests/support/documents/robustness-thread.ts', import.meta.url), {
      workerData: {
        files,
        csca: csca.certificate,
        at: at.toISOString(),
        challenge,
        aa_signature,
        rounds: times(2000),
        seed: trials(1, 20_261_121).seed,
      },
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    });
    const report = await new Promise<{
      genuine: string;
      slowest_ms: number;
      approved: number;
      reasons: Record<string, number>;
    }>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
    });
    await worker.terminate();
    expect(report.genuine).toBe('APPROVED');
    expect(report.slowest_ms).toBeLessThan(2000);
    // Some of the damaged files get past the first parser, so later checks are tested too.
    expect(Object.keys(report.reasons)).toEqual(
      expect.arrayContaining([
        'malformed',
        'sod_signature_invalid',
        'sod_digest_mismatch',
        'dg_hash_mismatch',
        'chip_auth_failed',
      ]),
    );
  });

  test.each([
    ['deep nesting', Buffer.from(`77${'3080'.repeat(30_000)}`, 'hex')],
    ['many elements', der(0x77, der(0x30, Buffer.alloc(60_000).fill(Buffer.from('0500', 'hex'))))],
    [
      'many nested lists',
      der(
        0x77,
        Array.from({ length: 30 }).reduce<Buffer>(
          (inner) => der(0x30, inner, Buffer.alloc(2000).fill(Buffer.from('0500', 'hex'))),
          der(0x05),
        ),
      ),
    ],
    ['a length of four gigabytes', Buffer.from('7784ffffffff30', 'hex')],
  ])('%s', (_, bytes) => {
    const start = performance.now();
    expect(verifyDocument({ files: { ...files, sod: bytes } }, policy)).toMatchObject({
      verdict: 'REJECTED',
      reason: 'malformed',
    });
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
