/**
 * The virtual chip's proofs, verified by the chip engine (sdk/emrtd), which shares no code with the virtual chip and computes with
 * OpenSSL.
 */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import {
  type ChipCipher,
  type ChipKey,
  dg14With,
  dhChipKey,
  ecdhChipKey,
  keyInfo,
  protocolInfo,
} from '../../../../../tests/support/documents/virtual-chip.ts';
import { readBer, readInteger } from '../../../../emrtd/src/asn1/ber.ts';
import { der, derInteger, derOid } from '../../../../emrtd/src/asn1/der-values.ts';
import { verifyActiveAuthentication } from '../../../../emrtd/src/clone-protection/active-authentication.ts';
import {
  beginChipAuthentication,
  verifyChipAuthentication,
} from '../../../../emrtd/src/clone-protection/chip-authentication.ts';
import { verifyChipAuthenticationMapping } from '../../../../emrtd/src/clone-protection/chip-authentication-mapping.ts';
import { CURVES } from '../../curves/curve-parameters.ts';
import { openChip } from '../../open-chip.ts';
import { tlv } from '../../tlv/tlv.ts';
import type { AgreementKey, ChipContents, HashName, PaceOffer, SigningKey } from '../contents.ts';
import { createVirtualChip, type VirtualChipOptions } from '../virtual-chip.ts';

const MRZ = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C<3UTO6908061F9406236ZE184226B<<<<<14';
const CAM: PaceOffer = { mapping: 'CAM', agreement: 'ECDH', cipher: 'AES-128', parameter_id: 13 };

const open = (inside: Partial<ChipContents>, options?: VirtualChipOptions) => {
  const files = { dg1: tlv(0x61, tlv(0x5f1f, utf8ToBytes(MRZ))) };
  const chip = createVirtualChip({ files, access: { bac: true, pace: [] }, ...inside }, options);
  return openChip(chip.transmit, { access: { mrz: MRZ } });
};

const curveId = (name: string) => CURVES.find((curve) => curve.name === name)!.id;
const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const OPENSSL_NAMES: Record<string, string> = { 'P-224': 'secp224r1', 'P-256': 'prime256v1', 'P-521': 'secp521r1' };

/** The private number after `INTEGER 1` and the tag and length of an octet string (RFC 5915). */
function ecPrivateNumber(key: KeyObject): bigint {
  const fields = readBer(key.export({ format: 'der', type: 'sec1' }), 'key').fields(0x30, 'key');
  fields.any('version');
  return number(fields.any('number').content);
}

describe('Active Authentication', () => {
  const challenge = Buffer.from('0123456789abcdef', 'hex');
  const dg15Of = (key: KeyObject) => der(0x6f, key.export({ format: 'der', type: 'spki' }));

  test.each<HashName>(['SHA-1', 'SHA-224', 'SHA-256', 'SHA-384', 'SHA-512'])('RSA with %s', async (hash) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const { n, d } = privateKey.export({ format: 'jwk' });
    const numberIn = (text = '') => number(Buffer.from(text, 'base64url'));
    const aa: SigningKey = { kind: 'RSA', hash, modulus: numberIn(n), private_exponent: numberIn(d) };
    const signature = await (await open({ aa })).internalAuthenticate(challenge);
    const dg15 = dg15Of(publicKey);
    expect(verifyActiveAuthentication({ dg15, challenge, signature })).toBe(true);
    expect(verifyActiveAuthentication({ dg15, challenge: Buffer.alloc(8), signature })).toBe(false);
  });

  test.each<[string, HashName, string]>([
    ['P-224', 'SHA-224', '0.4.0.127.0.7.1.1.4.1.2'],
    ['brainpoolP256r1', 'SHA-256', '0.4.0.127.0.7.1.1.4.1.3'],
    ['brainpoolP384r1', 'SHA-384', '0.4.0.127.0.7.1.1.4.1.4'],
    ['P-521', 'SHA-512', '0.4.0.127.0.7.1.1.4.1.5'],
    ['P-256', 'SHA-1', '0.4.0.127.0.7.1.1.4.1.1'],
  ])('ECDSA on %s with %s', async (curve, hash, algorithm) => {
    const namedCurve = OPENSSL_NAMES[curve] ?? curve;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve, paramEncoding: 'explicit' });
    const private_key = ecPrivateNumber(privateKey);
    const reader = await open({ aa: { kind: 'ECDSA', hash, parameter_id: curveId(curve), private_key } });
    const signature = await reader.internalAuthenticate(challenge);
    const info = der(0x30, derOid('2.23.136.1.1.5'), derInteger(1), derOid(algorithm));
    const dg14 = der(0x6e, der(0x31, info));
    const dg15 = dg15Of(publicKey);
    expect(verifyActiveAuthentication({ dg15, dg14, challenge, signature })).toBe(true);
    expect(verifyActiveAuthentication({ dg15, dg14, challenge: Buffer.alloc(8), signature })).toBe(false);
  });

  test('has a wrong signature, and nothing else, with that fault', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const aa: SigningKey = {
      kind: 'ECDSA',
      hash: 'SHA-256',
      parameter_id: 12,
      private_key: ecPrivateNumber(privateKey),
    };
    const signature = await (await open({ aa }, { faults: ['challenge-wrong'] })).internalAuthenticate(challenge);
    expect(signature).toHaveLength(64);
    expect(verifyActiveAuthentication({ dg15: dg15Of(publicKey), challenge, signature })).toBe(false);
  });
});

describe('Chip Authentication driven by the service', () => {
  const CIPHERS: ChipCipher[] = ['3DES', 'AES-128', 'AES-192', 'AES-256'];
  const ec = ecdhChipKey('brainpoolP256r1');
  const dh = dhChipKey('modp14');

  function inside({ kind, privateKey, key_id }: ChipKey, parameter_id = 13): AgreementKey {
    const id = key_id === undefined ? {} : { key_id };
    if (kind === 'ECDH') return { ...id, kind, parameter_id, private_key: ecPrivateNumber(privateKey) };
    const fields = readBer(privateKey.export({ format: 'der', type: 'pkcs8' }), 'key').fields(0x30, 'key');
    fields.any('version');
    const algorithm = fields.next(0x30, 'algorithm').children();
    const [prime, generator] = algorithm[1]!.children().map((each) => readInteger(each, 'group'));
    const private_key = readInteger(readBer(fields.any('number').content, 'number'), 'number');
    return { ...id, kind, prime: prime!, generator: generator!, private_key };
  }

  async function proves(dg14: Uint8Array, ca: AgreementKey[]): Promise<boolean> {
    const { request, secret } = beginChipAuthentication(dg14)!;
    const response = await (await open({ ca })).chipAuthentication(request);
    return verifyChipAuthentication({ dg14, secret, response });
  }

  test.each(CIPHERS.flatMap((cipher) => [ec, dh].map((key) => ({ cipher, key, kind: key.kind }))))(
    '$kind with $cipher: moves the channel to the new keys',
    async ({ cipher, key }) => {
      expect(await proves(dg14With(protocolInfo(key.kind, cipher), keyInfo(key)), [inside(key)])).toBe(true);
    },
  );

  test('uses the key that the service names among several', async () => {
    const [first, second] = [ecdhChipKey('brainpoolP256r1', 1), ecdhChipKey('prime256v1', 2)];
    const keys = [inside(first), inside(second, 12), inside(dh)];
    const dg14 = dg14With(protocolInfo('ECDH', 'AES-256', second), keyInfo(first), keyInfo(second), keyInfo(dh));
    expect(await proves(dg14, keys)).toBe(true);
  });

  test.each([ec, dh])('uses $kind with 3DES among keys of both kinds', async (key) => {
    const dg14 = dg14With(protocolInfo(key.kind, '3DES'), keyInfo(key));
    expect(await proves(dg14, [inside(dh), inside(ec)])).toBe(true);
    expect(await proves(dg14, [inside(ec), inside(dh)])).toBe(true);
  });

  test('refuses a public key that would reveal the secret', async () => {
    const key = inside(dh) as AgreementKey & { kind: 'DH' };
    const reader = await open({ ca: [key] });
    for (const weak of [0n, 1n, key.prime - 1n, key.prime]) {
      const ephemeral_public_key = new Uint8Array(Buffer.from(weak.toString(16).padStart(512, '0'), 'hex'));
      const request = { protocol: '0.4.0.127.0.7.2.2.3.1.2', ephemeral_public_key, probe_apdu: new Uint8Array(4) };
      await expect(reader.chipAuthentication(request)).rejects.toMatchObject({ status_word: 0x6a80 });
    }
  });

  test('fails for a copy of the files without the private key', async () => {
    const dg14 = dg14With(protocolInfo('ECDH', 'AES-128'), keyInfo(ec));
    expect(await proves(dg14, [{ ...inside(ec), private_key: 2n } as AgreementKey])).toBe(false);
  });
});

describe('Chip Authentication Mapping', () => {
  const key = ecdhChipKey('brainpoolP256r1');
  const dg14 = dg14With(protocolInfo('ECDH', 'AES-128'), keyInfo(key));
  const evidenceOf = async (private_key: bigint) => {
    const ca: AgreementKey[] = [{ kind: 'ECDH', parameter_id: 13, private_key }];
    const reader = await open({ ca, access: { bac: false, pace: [CAM] } });
    return { dg14, ...reader.access.mapping_evidence! };
  };

  test('discloses the value that derives the mapping key from the key of DG14', async () => {
    expect(verifyChipAuthenticationMapping(await evidenceOf(ecPrivateNumber(key.privateKey)))).toBe(true);
  });

  test('fails without the private key', async () => {
    expect(verifyChipAuthenticationMapping(await evidenceOf(2n))).toBe(false);
  });
});
