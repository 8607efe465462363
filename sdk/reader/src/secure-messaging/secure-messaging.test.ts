import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCommand } from '../apdu/apdu.ts';
import type { SessionKeys } from '../cipher/session-keys.ts';
import { SecureMessaging } from './secure-messaging.ts';

const hex = (bytes: Uint8Array) => bytesToHex(bytes).toUpperCase();

const tripleDes: SessionKeys = {
  cipher: '3DES',
  enc: hexToBytes('979EC13B1CBFE9DCD01AB0FED307EAE5'),
  mac: hexToBytes('F1CB1F1FB5ADF208806B89DC579DC1F8'),
};
const COUNTER = 0x887022120c06c226n;
const aes = (cipher: 'AES-128' | 'AES-192' | 'AES-256'): SessionKeys => ({
  cipher,
  enc: new Uint8Array(Number(cipher.slice(4)) / 8).fill(1),
  mac: new Uint8Array(Number(cipher.slice(4)) / 8).fill(2),
});

test('matches the worked example of Doc 9303-11, Appendix D.4, on both sides', () => {
  const [reader, chip] = [new SecureMessaging(tripleDes, COUNTER), new SecureMessaging(tripleDes, COUNTER)];
  const read = (p2: number, le: number) => ({ cla: 0, ins: 0xb0, p1: 0, p2, le });
  const ok = (data: string) => ({ data: hexToBytes(data), status: 0x9000 });
  const exchanges = [
    [
      { cla: 0, ins: 0xa4, p1: 2, p2: 0x0c, data: hexToBytes('011e') },
      '0CA4020C158709016375432908C044F68E08BF8B92D635FF24F800',
      ok(''),
      '990290008E08FA855A5D4C50A8ED9000',
    ],
    [
      read(0, 4),
      '0CB000000D9701048E08ED6705417E96BA5500',
      ok('60145F01'),
      '8709019FF0EC34F9922651990290008E08AD55CC17140B2DED9000',
    ],
    [
      read(4, 18),
      '0CB000040D9701128E082EA28A70F3C7B53500',
      ok('04303130365F36063034303030305C026175'),
      '871901FB9235F4E4037F2327DCC8964F1F9B8C30F42C8E2FFF224A990290008E08C8B2787EAEA07D749000',
    ],
  ] as const;
  for (const [command, sent, response, answered] of exchanges) {
    expect(hex(reader.wrapCommand(command))).toBe(sent);
    expect(chip.unwrapCommand(hexToBytes(sent))).toEqual(command);
    expect(hex(chip.wrapResponse(response))).toBe(answered);
    expect(reader.unwrapResponse(hexToBytes(answered))).toEqual(response);
  }
  expect(reader.counter).toBe(COUNTER + 6n);
});

describe('a message wrapped on one side', () => {
  const keys = fc.constantFrom(tripleDes, aes('AES-128'), aes('AES-192'), aes('AES-256'));
  const bytes = fc.uint8Array({ maxLength: 400 });

  test('is unwrapped on the other, also the second time', () => {
    const commands = fc.record(
      {
        cla: fc.constantFrom(0, 0x10),
        ins: fc.constantFrom(0xa4, 0xb0, 0xb1),
        p1: fc.nat(255),
        p2: fc.nat(255),
        data: fc.uint8Array({ minLength: 1, maxLength: 400 }),
        le: fc.integer({ min: 1, max: 65_536 }),
      },
      { requiredKeys: ['cla', 'ins', 'p1', 'p2'] },
    );
    fc.assert(
      fc.property(keys, commands, bytes, fc.nat(0xffff), (keys, command, data, status) => {
        const [reader, chip] = [new SecureMessaging(keys), new SecureMessaging(keys)];
        for (const _ of [1, 2]) {
          expect(chip.unwrapCommand(reader.wrapCommand(command))).toEqual(command);
          expect(reader.unwrapResponse(chip.wrapResponse({ data, status }, command.ins))).toEqual({ data, status });
        }
      }),
    );
  });

  test('is refused when one of its bits is changed', () => {
    fc.assert(
      fc.property(keys, bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), (keys, data, place, change) => {
        const [reader, chip] = [new SecureMessaging(keys), new SecureMessaging(keys)];
        const response = chip.wrapResponse({ data, status: 0x9000 });
        // The two status bytes after the checksum only repeat the secured status, so they are not changed.
        const index = place % (response.length - 2);
        response[index] = response[index]! ^ change;
        expect(() => reader.unwrapResponse(response)).toThrow(
          expect.objectContaining({ code: 'SECURE_MESSAGING_FAILED' }),
        );
      }),
    );
  });
});

test('accepts a response for its own command only, and trusts the status under the checksum', () => {
  const chip = new SecureMessaging(tripleDes);
  const answer = chip.wrapResponse({ data: new Uint8Array(), status: 0x6982 });
  expect(() => new SecureMessaging(tripleDes, 1n).unwrapResponse(answer)).toThrow('checksum');
  answer.set([0x90, 0x00], answer.length - 2);
  expect(new SecureMessaging(tripleDes).unwrapResponse(answer).status).toBe(0x6982);
});

test('refuses a plain response from a chip that lost its keys', () => {
  expect(() => new SecureMessaging(tripleDes).unwrapResponse(hexToBytes('6988'))).toThrow(
    expect.objectContaining({ code: 'SECURE_MESSAGING_FAILED', status_word: 0x6988 }),
  );
});

test('uses extended lengths on request, and expects the maximum length', () => {
  const wrapped = new SecureMessaging(tripleDes).wrapCommand({ cla: 0, ins: 0xb0, p1: 0, p2: 0, le: 1000 });
  expect(decodeCommand(wrapped)).toMatchObject({ extended: true, le: 65_536 });
  const forced = new SecureMessaging(tripleDes).wrapCommand(
    { cla: 0, ins: 0xb0, p1: 0, p2: 0, le: 4 },
    { extended: true },
  );
  expect(decodeCommand(forced)).toMatchObject({ extended: true });
});
