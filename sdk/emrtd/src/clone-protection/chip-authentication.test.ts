import { createECDH, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasTestData, readTestData, readVectors } from '../../../../tests/support/documents/real-documents.ts';
import {
  answerOfChip,
  type ChipCipher,
  type ChipKey,
  dg14With,
  dhChipKey,
  ecdhChipKey,
  keyInfo,
  protocolInfo,
  protocolOf,
} from '../../../../tests/support/documents/virtual-chip.ts';
import { trials } from '../../../../tests/support/runs/trials.ts';
import { readBer, readBitString, readInteger } from '../asn1/ber.ts';
import { der, derBitString, derInteger, derOid } from '../asn1/der-values.ts';
import { readAgreementKey } from '../pki/keys/agreement-key.ts';
import {
  beginChipAuthentication,
  type ChipAuthenticationBegun,
  verifyChipAuthentication,
} from './chip-authentication.ts';

const CIPHERS: readonly ChipCipher[] = ['3DES', 'AES-128', 'AES-192', 'AES-256'];

const offering = (key: ChipKey, ...ciphers: ChipCipher[]) =>
  dg14With(...ciphers.map((cipher) => protocolInfo(key.kind, cipher, key)), keyInfo(key));

function begin(dg14: Uint8Array): ChipAuthenticationBegun {
  const begun = beginChipAuthentication(dg14);
  if (!begun) throw new Error('Chip Authentication is not offered');
  return begun;
}

const ecKey = ecdhChipKey();
const dhKey = dhChipKey();

describe('a genuine chip proves itself', () => {
  test.each(CIPHERS)('with ECDH and %s', (cipher) => {
    const dg14 = offering(ecKey, cipher);
    const { request, secret } = begin(dg14);
    expect(request.protocol).toBe(protocolOf('ECDH', cipher));
    expect(verifyChipAuthentication({ dg14, secret, response: answerOfChip(ecKey, request) })).toBe(true);
  });

  test.each(CIPHERS)('with Diffie-Hellman and %s', (cipher) => {
    const dg14 = offering(dhKey, cipher);
    const { request, secret } = begin(dg14);
    expect(request.ephemeral_public_key).toHaveLength(256);
    expect(verifyChipAuthentication({ dg14, secret, response: answerOfChip(dhKey, request) })).toBe(true);
  });

  test.each([
    'P-224',
    'P-256',
    'P-384',
    'P-521',
    'brainpoolP224r1',
    'brainpoolP320r1',
    'brainpoolP384r1',
    'brainpoolP512r1',
  ])('on %s', (curve) => {
    const key = ecdhChipKey(curve);
    const dg14 = offering(key, 'AES-128');
    const { request, secret } = begin(dg14);
    expect(verifyChipAuthentication({ dg14, secret, response: answerOfChip(key, request) })).toBe(true);
  });

  test('with a secret that begins with zeros, which both sides must keep', () => {
    // If the other public key is the generator, the shared point is our own public key, so the loop looks for a key whose x begins
    // with a zero byte. For Diffie-Hellman, 2 to the fifth is 32, which has leading zeros.
    const own = createECDH('prime256v1');
    let k = 1;
    do own.setPrivateKey(Buffer.from((k++).toString(16).padStart(64, '0'), 'hex'));
    while (own.getPublicKey()[1] !== 0);
    const generator = createECDH('prime256v1');
    generator.setPrivateKey(Buffer.from('01'.padStart(64, '0'), 'hex'));
    const algorithm = der(0x30, derOid('1.2.840.10045.2.1'), derOid('1.2.840.10045.3.1.7'));
    const key = readAgreementKey(der(0x30, algorithm, derBitString(generator.getPublicKey())), 'key');
    expect(key.agree(own.getPrivateKey())).toEqual(own.getPublicKey().subarray(1, 33));

    const two = readAgreementKey(withPublicValue(2n), 'key');
    expect(two.agree(Buffer.of(5))).toEqual(Buffer.from('20'.padStart(512, '0'), 'hex'));
  });

  test('whatever status it returns, as long as the response is secured with the keys', () => {
    const dg14 = offering(ecKey, 'AES-128');
    const { request, secret } = begin(dg14);
    const answer = answerOfChip(ecKey, request);
    answer.writeUInt16BE(0x6a82, answer.length - 2);
    expect(verifyChipAuthentication({ dg14, secret, response: answer })).toBe(true);
  });
});

describe('offers in DG14', () => {
  test('use the strongest of several ciphers, and the key with its id', () => {
    const [first, second] = [ecdhChipKey('brainpoolP256r1', 1), ecdhChipKey('brainpoolP256r1', 45)];
    const dg14 = dg14With(
      keyInfo(first),
      protocolInfo('ECDH', '3DES', first),
      keyInfo(second),
      protocolInfo('ECDH', 'AES-256', second),
    );
    const { request, secret } = begin(dg14);
    expect(request).toMatchObject({ protocol: protocolOf('ECDH', 'AES-256'), key_id: 45 });
    expect(verifyChipAuthentication({ dg14, secret, response: answerOfChip(second, request) })).toBe(true);
    expect(verifyChipAuthentication({ dg14, secret, response: answerOfChip(first, request) })).toBe(false);
  });

  test('match ids given on one side only, and take 3DES for a key without a protocol', () => {
    const numbered = ecdhChipKey('brainpoolP256r1', 3);
    const oneSided = begin(dg14With(protocolInfo('ECDH', 'AES-192'), keyInfo(numbered)));
    expect(oneSided.request).toMatchObject({ protocol: protocolOf('ECDH', 'AES-192'), key_id: 3 });
    expect(begin(dg14With(keyInfo(ecKey))).request.protocol).toBe(protocolOf('ECDH', '3DES'));
    expect(begin(dg14With(keyInfo(dhKey))).request.protocol).toBe(protocolOf('DH', '3DES'));
  });

  test('include a known key after one of an unknown kind', () => {
    const strange = { ...ecKey, spki: rsaSpki() };
    expect(begin(dg14With(keyInfo(strange), keyInfo(ecKey), protocolInfo('ECDH', 'AES-128'))).request.protocol).toBe(
      protocolOf('ECDH', 'AES-128'),
    );
  });

  test('accept X9.42 parameters for the same group', () => {
    const { spki } = dhKey;
    const [p, y] = numbersOf(dhKey);
    const q = (p - 1n) / 2n;
    const x942 = der(
      0x30,
      der(0x30, derOid('1.2.840.10046.2.1'), der(0x30, derInteger(p), derInteger(2n), derInteger(q))),
      derBitString(derInteger(y)),
    );
    expect(x942).not.toEqual(spki);
    const dg14 = offering({ ...dhKey, spki: x942 }, 'AES-128');
    const { request, secret } = begin(dg14);
    expect(verifyChipAuthentication({ dg14, secret, response: answerOfChip(dhKey, request) })).toBe(true);
  });

  test.each([
    [
      'no Chip Authentication',
      dg14With(der(0x30, derOid('2.23.136.1.1.5'), derInteger(1), derOid('0.4.0.127.0.7.1.1.4.1.3'))),
    ],
    ['only a protocol', dg14With(protocolInfo('ECDH', 'AES-128'))],
    ['a protocol of the other kind', dg14With(protocolInfo('DH', 'AES-128'), keyInfo(ecKey))],
    ['only version 2', dg14With(protocolInfo('ECDH', 'AES-128', {}, 2), keyInfo(ecKey))],
    ['a point that is not on its curve', dg14With(keyInfo({ ...ecKey, spki: besideTheCurve(ecKey.spki) }))],
    ['a Diffie-Hellman key of 1', dg14With(keyInfo({ ...dhKey, spki: withPublicValue(1n) }))],
    ['a modulus that would occupy the server', dg14With(keyInfo(ofModulus((1n << 4096n) - 1n)))],
    ['a modulus that is too short', dg14With(keyInfo(ofModulus((1n << 768n) - 1n)))],
  ])('start nothing with %s', (_, dg14) => {
    expect(beginChipAuthentication(dg14)).toBeUndefined();
  });

  test.skipIf(!hasTestData)(
    'exist in documents of other issuers, except one with a version that does not exist',
    () => {
      const erika = begin(readTestData('bsi-erika-2008/Datagroup14.bin')).request;
      expect(erika.protocol).toBe(protocolOf('ECDH', '3DES'));
      expect(erika.ephemeral_public_key).toHaveLength(57);
      const begun = readVectors('dg14_vectors.json').map((dg14) => beginChipAuthentication(dg14)?.request.protocol);
      expect(begun).toEqual([protocolOf('ECDH', '3DES'), protocolOf('ECDH', '3DES'), undefined]);
    },
  );
});

describe('refuses', () => {
  const dg14 = offering(ecKey, 'AES-128');

  test('the response of a copy, which has another key', () => {
    const { request, secret } = begin(dg14);
    expect(verifyChipAuthentication({ dg14, secret, response: answerOfChip(ecdhChipKey(), request) })).toBe(false);
  });

  test('a response to another probe, and a recorded one', () => {
    const [before, now] = [begin(dg14), begin(dg14)];
    const recorded = answerOfChip(ecKey, before.request);
    expect(verifyChipAuthentication({ dg14, secret: now.secret, response: recorded })).toBe(false);
    const mixed = { ...now.request, probe_apdu: before.request.probe_apdu };
    expect(answerOfChip(ecKey, mixed).toString('hex')).toBe('6988');
    expect(verifyChipAuthentication({ dg14, secret: now.secret, response: answerOfChip(ecKey, mixed) })).toBe(false);
  });

  test('the probe itself, returned with its own checksum', () => {
    const { request, secret } = begin(dg14);
    const body = Buffer.from(request.probe_apdu).subarray(5, -1);
    const status = Buffer.from('99029000', 'hex');
    const echoed = Buffer.concat([status, body.subarray(-10), Buffer.from('9000', 'hex')]);
    expect(verifyChipAuthentication({ dg14, secret, response: echoed })).toBe(false);
  });

  test('another DG14, even one with the same key', () => {
    const { request, secret } = begin(offering(ecKey, '3DES', 'AES-128'));
    expect(verifyChipAuthentication({ dg14, secret, response: answerOfChip(ecKey, request) })).toBe(false);
  });

  test('anything but a response under secure messaging', () => {
    const { secret } = begin(dg14);
    for (const response of [
      '',
      '9000',
      '6988',
      '990290009000',
      '8e0800000000000000009000',
      '99029000ff',
      'ff'.repeat(2000),
    ])
      expect(verifyChipAuthentication({ dg14, secret, response: Buffer.from(response, 'hex') }), response).toBe(false);
  });
});

test('starts nothing with a damaged DG14, or proves nothing about the genuine one, and never throws', () => {
  const small = { ...dhKey, spki: dhSpki((1n << 1023n) + 1155n, 2n, 5n) };
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });
  for (const genuine of [offering(ecKey, 'AES-128', '3DES'), offering(small, 'AES-128')]) {
    const { request } = begin(genuine);
    const answer = genuine.includes(ecKey.spki) ? answerOfChip(ecKey, request) : Buffer.alloc(16);
    fc.assert(
      fc.property(damage, fc.nat(), (changes, cut) => {
        const damaged = Buffer.from(genuine);
        for (const [place, byte] of changes) damaged[place % damaged.length] = byte;
        const dg14 = cut % 4 ? damaged : damaged.subarray(0, cut % damaged.length);
        const begun = beginChipAuthentication(dg14);
        if (!begun || dg14.equals(genuine)) return;
        expect(verifyChipAuthentication({ dg14, secret: begun.secret, response: answer })).toBe(false);
        expect(verifyChipAuthentication({ dg14: genuine, secret: begun.secret, response: answer })).toBe(false);
      }),
      trials(400),
    );
  }
});

const rsaSpki = () =>
  generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'der', type: 'spki' });

function besideTheCurve(spki: Buffer): Buffer {
  const changed = Buffer.from(spki);
  changed[changed.length - 1] = changed.at(-1)! ^ 0x01;
  return changed;
}

const ofModulus = (p: bigint): ChipKey => ({ ...dhKey, spki: dhSpki(p, 2n, 5n) });

const withPublicValue = (y: bigint) => dhSpki(numbersOf(dhKey)[0], 2n, y);

const dhSpki = (p: bigint, g: bigint, y: bigint) =>
  der(
    0x30,
    der(0x30, derOid('1.2.840.113549.1.3.1'), der(0x30, derInteger(p), derInteger(g))),
    derBitString(derInteger(y)),
  );

function numbersOf({ spki }: ChipKey): [bigint, bigint] {
  const [algorithm, key] = readBer(spki, 'key').children();
  const [modulus] = algorithm!.children()[1]!.children();
  return [readInteger(modulus!, 'modulus'), readInteger(readBer(readBitString(key!, 'key'), 'key'), 'value')];
}
