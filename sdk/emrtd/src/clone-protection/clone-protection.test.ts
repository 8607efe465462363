import { sign } from 'node:crypto';
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
} from '../../../../tests/support/documents/documents.ts';
import {
  answerOfChip,
  dg14With,
  ecdhChipKey,
  keyInfo,
  mappingInfo,
  protocolInfo,
} from '../../../../tests/support/documents/virtual-chip.ts';
import { der, derInteger, derOid } from '../asn1/der-values.ts';
import type { ReasonCode } from '../check.ts';
import { createTrustStore } from '../pki/trust/trust-store.ts';
import { type DocumentFiles, type Policy, verifyDocument } from '../verify-document.ts';
import { beginChipAuthentication } from './chip-authentication.ts';
import type { ChipProofs } from './clone-protection.ts';

const issuerSubject = nameOf({ C: 'UT', CN: 'CSCA' });
const csca = issueCertificate({ subject: issuerSubject, keys: ecKeys(), serial: 1, ca: true });
const signer = issueCertificate({ subject: nameOf({ C: 'UT', CN: 'DS' }), keys: ecKeys(), issuer: csca });
const trust = createTrustStore([{ name: 'specimens', certificates: [csca.certificate], specimen: true }]);

const aaKeys = ecKeys('prime256v1');
const chipKey = ecdhChipKey();
const attackersKey = ecdhChipKey();
const dg14 = dg14With(protocolInfo('ECDH', 'AES-128'), keyInfo(chipKey));
const dg14WithoutOffer = dg14With(
  der(0x30, derOid('2.23.136.1.1.5'), derInteger(1), derOid('0.4.0.127.0.7.1.1.4.1.3')),
);
const challenge = Buffer.from('0011223344556677', 'hex');
const aa_signature = sign('sha256', challenge, { key: aaKeys.privateKey, dsaEncoding: 'ieee-p1363' });

function documentWith(groups: Record<number, Uint8Array>): DocumentFiles {
  const all = new Map<number, Uint8Array>([
    [1, dg1Of(TD3_MRZ)],
    [2, dg2Of(IMAGE)],
    ...Object.entries(groups).map(([number, bytes]) => [Number(number), bytes] as const),
  ]);
  const sod = issueSod({ signer, issuerSubject, groups: all });
  const named = Object.fromEntries([...all].map(([number, bytes]) => [`dg${number}`, bytes]));
  return { ...named, sod } as unknown as DocumentFiles;
}

const plain = documentWith({});
const withAa = documentWith({ 15: dg15Of(aaKeys.publicKey) });
const withCa = documentWith({ 14: dg14 });
const withBoth = documentWith({ 14: dg14, 15: dg15Of(aaKeys.publicKey) });

function caProof(key = chipKey, begunWith = dg14): ChipProofs {
  const begun = beginChipAuthentication(begunWith);
  if (!begun) throw new Error('Chip Authentication is not offered');
  return { chip_authentication: { secret: begun.secret, response: answerOfChip(key, begun.request) } };
}

const verify = (files: DocumentFiles, proofs: ChipProofs = {}, more: Partial<Policy> = {}) =>
  verifyDocument({ files, ...proofs }, { at: new Date('2026-11-21'), trust, passport_only: false, ...more });

const required = { require_clone_protection: true };
const aa = { challenge, aa_signature };

describe('a chip with Chip Authentication', () => {
  test('is approved with its proof', () => {
    expect(verify(withCa, caProof(), required)).toMatchObject({
      verdict: 'APPROVED',
      clone_protection: 'CHIP_AUTHENTICATION',
      clone_protection_offered: ['CHIP_AUTHENTICATION'],
      checks: { clone: { result: 'PASSED', detail: 'By Chip Authentication' } },
    });
  });

  test('is approved without a proof when none is required, and the result says so', () => {
    expect(verify(withCa)).toMatchObject({
      verdict: 'APPROVED',
      clone_protection: 'NONE',
      clone_protection_offered: ['CHIP_AUTHENTICATION'],
      checks: {
        clone: { result: 'NOT_PRESENT', detail: 'The chip offers Chip Authentication, which was not done' },
      },
    });
  });

  test.each<[string, ReasonCode, DocumentFiles, ChipProofs]>([
    ['of a copy with another key', 'chip_auth_failed', withCa, caProof(ecdhChipKey())],
    ['for a DG14 of the attacker', 'chip_auth_failed', withCa, attackersProof()],
    ['without the DG14 that is signed', 'chip_auth_missing', { ...withCa, dg14: undefined } as never, caProof()],
    ['with an altered DG14', 'dg_hash_mismatch', { ...withCa, dg14: attackersDg14() }, attackersProof()],
    ['for a chip that has no DG14', 'chip_auth_missing', { ...plain, dg14 }, caProof()],
  ])('is refused with a proof %s: %s', (_, reason, files, proofs) => {
    for (const more of [{}, required])
      expect(verify(files, proofs, more)).toMatchObject({ verdict: 'REJECTED', reason, clone_protection: 'NONE' });
  });

  test('proves nothing when its data are not authentic', () => {
    expect(verify(withCa, caProof(), { trust: createTrustStore([]) })).toMatchObject({
      reason: 'issuer_unknown',
      clone_protection: 'NONE',
      checks: { clone: { result: 'NOT_PRESENT' } },
    });
  });
});

describe('a chip with both', () => {
  test('is approved with both proofs, and the result names the stronger one', () => {
    expect(verify(withBoth, { ...aa, ...caProof() }, required)).toMatchObject({
      verdict: 'APPROVED',
      clone_protection: 'CHIP_AUTHENTICATION',
      clone_protection_offered: ['ACTIVE_AUTHENTICATION', 'CHIP_AUTHENTICATION'],
      checks: { clone: { detail: 'By Chip Authentication and Active Authentication' } },
    });
  });

  test('must perform Active Authentication, and may perform it alone', () => {
    expect(verify(withBoth, aa, required)).toMatchObject({
      verdict: 'APPROVED',
      clone_protection: 'ACTIVE_AUTHENTICATION',
      checks: { clone: { detail: 'By Active Authentication; Chip Authentication was not done' } },
    });
    expect(verify(withBoth, caProof()).reason).toBe('chip_auth_missing');
  });

  test('is refused when one of two proofs is wrong', () => {
    expect(verify(withBoth, { ...aa, ...caProof(ecdhChipKey()) }).reason).toBe('chip_auth_failed');
    expect(verify(withBoth, { ...aa, challenge: Buffer.alloc(8), ...caProof() }).reason).toBe('chip_auth_failed');
  });
});

describe('a required proof', () => {
  test.each<[string, DocumentFiles, string]>([
    ['that offers nothing', plain, 'the chip offers neither Active Authentication nor Chip Authentication'],
    ['that offers Chip Authentication', withCa, 'the chip offers Chip Authentication, which was not done'],
    ['that offers Active Authentication', withAa, 'no response to Active Authentication'],
    ['whose DG14 offers nothing', documentWith({ 14: dg14WithoutOffer }), 'neither'],
    ['whose DG14 was kept back', { ...withCa, dg14: undefined } as never, 'was not read'],
    ['whose DG14 nobody understands', documentWith({ 14: der(0x6e, Buffer.of(1)) }), 'cannot be parsed'],
    ['with an unknown kind', documentWith({ 14: unknownKind() }), 'its kind is not supported'],
  ])('refuses a chip %s without one', (_, files, detail) => {
    const { verdict, reason, checks } = verify(files, {}, required);
    expect({ verdict, reason }).toEqual({ verdict: 'REJECTED', reason: 'chip_auth_missing' });
    expect(checks.clone.detail).toContain(detail);
  });

  test('flags an unsupported kind, also when no proof is required', () => {
    const files = documentWith({ 14: unknownKind() });
    const flags = [{ code: 'chip_authentication_unsupported', message: expect.stringContaining('DG14') }];
    for (const more of [{}, required]) expect(verify(files, {}, more).flags).toEqual(flags);
    for (const known of [plain, withCa, withBoth]) expect(verify(known, aa).flags).toEqual([]);
  });

  test('can be Active Authentication', () => {
    expect(verify(withAa, aa, required)).toMatchObject({
      verdict: 'APPROVED',
      clone_protection_offered: ['ACTIVE_AUTHENTICATION'],
    });
  });
});

function attackersDg14(): Buffer {
  return dg14With(protocolInfo('ECDH', 'AES-128'), keyInfo(attackersKey));
}

function attackersProof(): ChipProofs {
  return caProof(attackersKey, attackersDg14());
}

function unknownKind(): Buffer {
  return dg14With(protocolInfo('ECDH', 'AES-128', {}, 2), keyInfo(chipKey));
}

describe('a chip whose only proof is PACE with Chip Authentication Mapping', () => {
  const mappingOnly = 'chip_authentication_mapping_only';
  const codesOf = ({ flags }: ReturnType<typeof verify>) => flags.map(({ code }) => code);

  test.each([
    ['with its key in DG14', dg14With(mappingInfo(), keyInfo(chipKey))],
    ['with its key in EF.CardSecurity alone', dg14With(mappingInfo())],
  ])('is approved without an offer that counts, and flagged: %s', (_, bytes) => {
    const files = documentWith({ 14: bytes });
    const result = verify(files);
    expect(result).toMatchObject({ verdict: 'APPROVED', clone_protection: 'NONE', clone_protection_offered: [] });
    expect(codesOf(result)).toEqual([mappingOnly]);
    expect(result.checks.clone.detail).toMatch(/Chip Authentication Mapping/);
    const strict = verify(files, {}, required);
    expect(strict).toMatchObject({ verdict: 'REJECTED', reason: 'chip_auth_missing', clone_protection_offered: [] });
    expect(codesOf(strict)).toEqual([mappingOnly]);
  });

  test('is not flagged when it also performs Chip Authentication', () => {
    const bytes = dg14With(mappingInfo(), keyInfo(chipKey));
    const result = verify(documentWith({ 14: bytes }), caProof(chipKey, bytes), required);
    expect(result).toMatchObject({
      verdict: 'APPROVED',
      clone_protection: 'CHIP_AUTHENTICATION',
      clone_protection_offered: ['CHIP_AUTHENTICATION'],
    });
    expect(codesOf(result)).toEqual([]);
  });

  test('is not flagged when it also offers Chip Authentication or Active Authentication', () => {
    const both = documentWith({ 14: dg14With(mappingInfo(), protocolInfo('ECDH', 'AES-128'), keyInfo(chipKey)) });
    expect(codesOf(verify(both))).toEqual([]);
    const active = documentWith({ 14: dg14With(mappingInfo()), 15: dg15Of(aaKeys.publicKey) });
    const result = verify(active, aa, required);
    expect(codesOf(result)).toEqual([]);
    expect(result.checks.clone).toEqual({ result: 'PASSED', detail: 'By Active Authentication' });
  });
});
