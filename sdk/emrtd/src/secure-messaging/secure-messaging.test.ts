import { describe, expect, test } from 'vitest';
import { cmac } from './macs.ts';
import { isAnswerUnder, protectCommand } from './secure-messaging.ts';
import { deriveSessionKeys, type SessionKeys } from './session-keys.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

const MESSAGE =
  '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710';

describe('AES-CMAC with the examples of NIST SP 800-38B, which RFC 4493 repeats', () => {
  const keys = {
    128: '2b7e151628aed2a6abf7158809cf4f3c',
    192: '8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b',
    256: '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
  };
  test.each([
    [128, 0, 'bb1d6929e95937287fa37d129b756746'],
    [128, 16, '070a16b46b4d4144f79bdd9dd04a287c'],
    [128, 40, 'dfa66747de9ae63030ca32611497c827'],
    [128, 64, '51f0bebf7e3b9d92fc49741779363cfe'],
    [192, 0, 'd17ddf46adaacde531cac483de7a9367'],
    [192, 16, '9e99a7bf31e710900662f65e617c5184'],
    [192, 40, '8a1de5be2eb31aad089a82e6ee908b0e'],
    [192, 64, 'a1d5df0eed790f794d77589659f39a11'],
    [256, 0, '028962f61b7bf89efc6b551f4667d983'],
    [256, 16, '28a7023f452e8f82bd4bf28d8c37c35c'],
    [256, 40, 'aaf3d8f1de5640c232f5b169b9c911e6'],
    [256, 64, 'e1992190549f6ed5696a2c056c315410'],
  ] as const)('AES-%i, %i bytes', (bits, length, expected) => {
    expect(cmac(hex(keys[bits]), hex(MESSAGE).subarray(0, length)).toString('hex')).toBe(expected);
  });
});

describe('the worked example of Doc 9303-11, Appendix D', () => {
  const keys: SessionKeys = {
    cipher: '3DES',
    enc: hex('979EC13B1CBFE9DCD01AB0FED307EAE5'),
    mac: hex('F1CB1F1FB5ADF208806B89DC579DC1F8'),
  };
  const selectCom = { ins: 0xa4, p1: 0x02, p2: 0x0c, data: hex('011E') };
  const answer = hex('990290008E08FA855A5D4C50A8ED9000');

  test('derives the keys, except for the parity bits that DES ignores', () => {
    const withParity = (key: Buffer) =>
      Buffer.from(
        key.map((byte) => {
          const ones = (byte >> 1).toString(2).replaceAll('0', '').length;
          return (byte & 0xfe) | (ones % 2 ? 0 : 1);
        }),
      )
        .toString('hex')
        .toUpperCase();
    const { enc, mac } = deriveSessionKeys(hex('239AB9CB282DAF66231DC5A4DF6BFBAE'), '3DES');
    expect(withParity(enc)).toBe('AB94FDECF2674FDFB9B391F85D7F76F2');
    expect(withParity(mac)).toBe('7962D9ECE03D1ACD4C76089DCE131543');
  });

  test('protects SELECT EF.COM', () => {
    const apdu = protectCommand(keys, 0x887022120c06c227n, selectCom);
    expect(apdu.toString('hex').toUpperCase()).toBe('0CA4020C158709016375432908C044F68E08BF8B92D635FF24F800');
  });

  test('accepts the response of the chip and no other', () => {
    const counter = 0x887022120c06c228n;
    expect(isAnswerUnder(keys, counter, answer)).toBe(true);
    expect(isAnswerUnder(keys, counter + 1n, answer)).toBe(false);
    expect(isAnswerUnder({ ...keys, mac: keys.enc }, counter, answer)).toBe(false);
    for (let index = 0; index < answer.length - 2; index++) {
      const changed = Buffer.from(answer);
      changed[index] = changed[index]! ^ 0x01;
      let isAccepted = false;
      try {
        isAccepted = isAnswerUnder(keys, counter, changed);
      } catch {
        // Some changes leave bytes that are not data objects, for which isAnswerUnder throws.
      }
      expect(isAccepted, `byte ${index}`).toBe(false);
    }
  });
});
