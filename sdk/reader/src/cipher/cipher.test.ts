import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksum, padded, unpadded } from './session-cipher.ts';
import { deriveKey, deriveSessionKeys } from './session-keys.ts';
import { retailMac, tripleDesDecrypt, tripleDesEncrypt } from './triple-des.ts';

const hex = (bytes: Uint8Array) => bytesToHex(bytes).toUpperCase();

describe('triple DES', () => {
  test('encrypts and decrypts as OpenSSL does', () => {
    for (let length = 0; length <= 800; length += 80) {
      const [key, iv, blocks] = [randomBytes(16), randomBytes(8), randomBytes(length)];
      const three = Buffer.concat([key, key.subarray(0, 8)]);
      const encrypted = createCipheriv('des-ede3-cbc', three, iv).setAutoPadding(false).update(blocks);
      expect(hex(tripleDesEncrypt(key, iv, blocks))).toBe(hex(encrypted));
      const decrypted = createDecipheriv('des-ede3-cbc', three, iv).setAutoPadding(false).update(blocks);
      expect(hex(tripleDesDecrypt(key, iv, blocks))).toBe(hex(decrypted));
    }
  });

  test('computes the retail MAC as OpenSSL does, which is single DES except for the last block', () => {
    for (let length = 8; length <= 400; length += 56) {
      const [key, blocks] = [randomBytes(16), randomBytes(length)];
      const [k1, k2] = [key.subarray(0, 8), key.subarray(8)];
      const crypt = (keys: Buffer[], iv: Buffer, data: Buffer) =>
        createCipheriv('des-ede3-cbc', Buffer.concat(keys), iv).setAutoPadding(false).update(data);
      const chained = Buffer.concat([Buffer.alloc(8), crypt([k1, k1, k1], Buffer.alloc(8), blocks.subarray(0, -8))]);
      const expected = crypt([k1, k2, k1], chained.subarray(-8), blocks.subarray(-8));
      expect(hex(retailMac(key, blocks))).toBe(hex(expected));
    }
  });

  test('matches the values of Doc 9303-11, Appendix D.3', () => {
    const [enc, mac] = ['AB94FDECF2674FDFB9B391F85D7F76F2', '7962D9ECE03D1ACD4C76089DCE131543'].map(hexToBytes);
    const plain = hexToBytes('781723860C06C2264608F919887022120B795240CB7049B01C19B33E32804F0B');
    const encrypted = tripleDesEncrypt(enc!, new Uint8Array(8), plain);
    expect(hex(encrypted)).toBe('72C29C2371CC9BDB65B779B8E8D37B29ECC154AA56A8799FAE2F498F76ED92F2');
    expect(hex(retailMac(mac!, padded(encrypted, 8)))).toBe('5F1448EEA8AD90A7');
  });
});

test('computes the AES checksum as the start of its CMAC (NIST SP 800-38B)', () => {
  const key = hexToBytes('603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4');
  expect(hex(checksum('AES-256', key, hexToBytes('6bc1bee22e409f96e93d7e117393172a')))).toBe('28A7023F452E8F82');
});

describe('the key derivation of Doc 9303-11, 9.7.1', () => {
  test('3DES, Appendix D.1, except for the parity bits that DES ignores', () => {
    const withoutParity = (key: Uint8Array) => hex(key.map((byte) => byte & 0xfe));
    const { enc, mac } = deriveSessionKeys(hexToBytes('239AB9CB282DAF66231DC5A4DF6BFBAE'), '3DES');
    expect(withoutParity(enc)).toBe(withoutParity(hexToBytes('AB94FDECF2674FDFB9B391F85D7F76F2')));
    expect(withoutParity(mac)).toBe(withoutParity(hexToBytes('7962D9ECE03D1ACD4C76089DCE131543')));
  });

  test('AES-128, Appendix G.1', () => {
    const password = hexToBytes('7E2D2A41C74EA0B38CD36F863939BFA8E9032AAD');
    expect(hex(deriveKey(password, 'AES-128', 3))).toBe('89DED1B26624EC1E634C1989302849DD');
    const secret = hexToBytes('28768D20701247DAE81804C9E780EDE582A9996DB4A315020B2733197DB84925');
    const { enc, mac } = deriveSessionKeys(secret, 'AES-128');
    expect([hex(enc), hex(mac)]).toEqual(['F5F0E35C0D7161EE6724EE513A0D9A7F', 'FE251C7858B356B24514B3BD5F4297D1']);
  });
});

test('pads to whole blocks, and removes the padding again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), fc.constantFrom(8, 16), (bytes, block) => {
      const blocks = padded(bytes, block);
      expect(blocks.length % block).toBe(0);
      expect(unpadded(blocks)).toEqual(bytes);
    }),
  );
  for (const none of ['', '0000', '0001', '8001']) expect(unpadded(hexToBytes(none))).toBeUndefined();
});
