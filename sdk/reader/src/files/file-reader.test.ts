import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Command, decodeCommand, encodeResponse } from '../apdu/apdu.ts';
import { exchangeOver } from '../apdu/exchange-apdus.ts';
import { ChipError } from '../chip-error.ts';
import { Channel } from '../secure-messaging/channel.ts';
import { tlv } from '../tlv/tlv.ts';
import { bufferSizesOf, readBufferSizes } from './atr-info.ts';
import { elementaryFile } from './elementary-file.ts';
import { FileReader } from './file-reader.ts';

const DG2 = tlv(
  0x75,
  Uint8Array.from({ length: 3000 }, (_, place) => (place * 11 + (place >> 8)) & 0xff),
);
const none = new Uint8Array();
const LONG_BUFFERS = { command_bytes: 2048, response_bytes: 2048 };

/** Reads DG2 from a chip whose `habit` may give a response of its own to a command. */
function readDg2(habit: (command: Command, answer: (le?: number) => Uint8Array) => Uint8Array | undefined, file = DG2) {
  let commands = 0;
  const channel = new Channel(
    exchangeOver(async (bytes) => {
      commands++;
      const command = decodeCommand(bytes);
      const { ins, p1, p2, le = 0 } = command;
      const offset = p1 & 0x80 ? p2 : p1 * 256 + p2;
      const answer = (length = le) => encodeResponse({ data: file.slice(offset, offset + length), status: 0x9000 });
      return habit(command, answer) ?? (ins === 0xb0 ? answer() : encodeResponse({ data: none, status: 0x9000 }));
    }),
  );
  const reading = new FileReader(channel).read(elementaryFile('dg2'));
  return { reading, channel, count: () => commands };
}

const refusal = (status: number) => encodeResponse({ data: none, status });
const beyond = ({ le = 0 }: Command, most: number, status: number) => (le > most ? refusal(status) : undefined);

describe('reads a file from chips that', () => {
  test.each<[string, Parameters<typeof readDg2>[0]]>([
    ['have no habits', () => undefined],
    ['know no short identifiers', ({ ins, p1 }) => (ins === 0xb0 && p1 & 0x80 ? refusal(0x6a86) : undefined)],
    [
      'say that there is no file with a short identifier',
      ({ ins, p1 }) => (ins === 0xb0 && p1 & 0x80 ? refusal(0x6a82) : undefined),
    ],
    ['give less than is asked for', ({ ins }, answer) => (ins === 0xb0 ? answer(100) : undefined)],
    ['say which length they want', (command) => (command.ins === 0xb0 ? beyond(command, 100, 0x6c64) : undefined)],
    [
      'say only that the length is wrong',
      (command) => (command.ins === 0xb0 ? beyond(command, 50, 0x6700) : undefined),
    ],
  ])('%s', async (_, habit) => {
    const { reading, count } = readDg2(habit);
    expect(bytesToHex(await reading)).toBe(bytesToHex(DG2));
    expect(count()).toBeLessThan(110);
  });

  test('refuse to read beyond the end of a file, and warn at it', async () => {
    const small = tlv(0x75, new Uint8Array(40).fill(7));
    const strict = readDg2(
      (command) => (command.ins === 0xb0 ? beyond(command, small.length, 0x6b00) : undefined),
      small,
    );
    expect(await strict.reading).toEqual(small);
    const warning = readDg2((command, answer) => {
      if (command.ins !== 0xb0 || (command.le ?? 0) <= small.length) return undefined;
      return Uint8Array.from([...answer().slice(0, -2), 0x62, 0x82]);
    }, small);
    expect(await warning.reading).toEqual(small);
    expect(warning.count()).toBe(1);
  });

  test.each([0, 4])('return %i extra bytes for reads beyond 32 KB', async (more) => {
    const file = tlv(0x75, new Uint8Array(40_000).fill(9));
    const { reading } = readDg2(({ ins, data, le = 0 }) => {
      if (ins !== 0xb1) return undefined;
      const offset = data!.slice(2).reduce((number, byte) => number * 256 + byte, 0);
      const around = le <= 0x81 ? 2 : le <= 0x102 ? 3 : 4;
      const piece = file.slice(offset, offset + le - around + more);
      return encodeResponse({ data: tlv(0x53, piece), status: 0x9000 });
    }, file);
    expect(bytesToHex(await reading)).toBe(bytesToHex(file));
  });

  test('hold bytes back and hand them out in parts', async () => {
    let held = none;
    const { reading } = readDg2(({ ins, le = 0 }, answer) => {
      if (ins === 0xb0) held = answer().slice(0, -2);
      else if (ins !== 0xc0) return undefined;
      const part = ins === 0xb0 ? none : held.slice(0, Math.min(le, 90));
      held = held.slice(part.length);
      return encodeResponse({ data: part, status: held.length ? 0x6100 + Math.min(held.length, 90) : 0x9000 });
    });
    expect(bytesToHex(await reading)).toBe(bytesToHex(DG2));
  });

  test('announce extended lengths and refuse them', async () => {
    const channel = new Channel(
      exchangeOver(async (bytes) => {
        const { p1, p2, le = 0, extended } = decodeCommand(bytes);
        if (extended) return refusal(0x6700);
        const offset = p1 & 0x80 ? p2 : p1 * 256 + p2;
        return encodeResponse({ data: DG2.slice(offset, offset + le), status: 0x9000 });
      }),
    );
    channel.buffers = LONG_BUFFERS;
    const reader = new FileReader(channel);
    expect(bytesToHex(await reader.read(elementaryFile('dg2')))).toBe(bytesToHex(DG2));
    expect(channel.readable).toBe(256);
  });
});

describe('refuses a file that', () => {
  test.each<[string, string, string, Uint8Array]>([
    ['begins with another tag', 'MALFORMED', 'wrong tag', tlv(0x61, new Uint8Array(100))],
    ['has no length', 'MALFORMED', 'indefinite', hexToBytes('7580000000000000')],
    ['is longer than any', 'FILE_UNREADABLE', 'longer', hexToBytes('758304000000')],
    ['ends before its end', 'FILE_UNREADABLE', 'to its end', DG2.slice(0, 2000)],
    ['is empty', 'FILE_UNREADABLE', 'to its end', none],
  ])('%s', async (_, code, word, file) => {
    const message = expect.stringContaining(word);
    await expect(readDg2(() => undefined, file).reading).rejects.toMatchObject({ name: 'ChipError', code, message });
  });

  test('arrives byte by byte, long before its end', async () => {
    const { reading, count } = readDg2(({ ins }, answer) => (ins === 0xb0 ? answer(1) : undefined));
    await expect(reading).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
    expect(count()).toBeLessThan(300);
  });

  test('is longer than requested', async () => {
    const { reading } = readDg2(({ ins, le = 0 }, answer) => (ins === 0xb0 ? answer(le + 1) : undefined));
    await expect(reading).rejects.toMatchObject({ code: 'MALFORMED' });
  });
});

test('ends for any behaviour of the chip: with the file, or with a ChipError', async () => {
  const statuses = fc.constantFrom(
    0x9000,
    0x6282,
    0x6700,
    0x6b00,
    0x6a82,
    0x6a86,
    0x6982,
    0x6c00,
    0x6c20,
    0x6c01,
    0x6110,
    0x6100,
  );
  const header = fc.constantFrom('75820bb8', '7581', '75', '7583040000', '75820020', '').map(hexToBytes);
  const answers = fc.oneof(
    { weight: 5, arbitrary: fc.tuple(header, fc.uint8Array({ maxLength: 300 }), statuses) },
    { weight: 1, arbitrary: fc.tuple(fc.constant(none), fc.uint8Array({ maxLength: 3 }), fc.nat(0xffff)) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 8 }), fc.boolean(), async (script, extended) => {
      let commands = 0;
      const channel = new Channel(
        exchangeOver(async () => {
          if (++commands > 100_000) throw new Error('The reader does not come to an end.');
          const [start, data, status] = script[commands % script.length]!;
          return encodeResponse({ data: Uint8Array.from([...start, ...data]), status });
        }),
      );
      if (extended) channel.buffers = LONG_BUFFERS;
      try {
        expect((await new FileReader(channel).read(elementaryFile('dg2'))).length).toBeLessThanOrEqual(256 * 1024);
      } catch (error) {
        expect(error).toBeInstanceOf(ChipError);
        expect(error).not.toMatchObject({ code: 'CHIP_LOST' });
      }
    }),
    { numRuns: 300 },
  );
});

describe('EF.ATR/INFO', () => {
  test.each([
    ['by its short identifier', 0xb0, 1],
    ['after it was selected', 0xa4, 3],
  ])('is read %s', async (_, known, commands) => {
    let count = 0;
    const atr_info = hexToBytes('4301F84703F741E07F6608020205F0020205F0');
    const channel = new Channel(
      exchangeOver(async (bytes) => {
        count++;
        const { ins, p1, data } = decodeCommand(bytes);
        if (ins === 0xa4) return refusal(data && bytesToHex(data) === '2f01' ? 0x9000 : 0x6a82);
        const is_read = p1 === 0x81 ? known === 0xb0 : p1 === 0;
        return is_read ? encodeResponse({ data: atr_info, status: 0x6282 }) : refusal(0x6a82);
      }),
    );
    expect(await readBufferSizes(channel)).toEqual({ command_bytes: 1520, response_bytes: 1520 });
    expect(count).toBe(commands);
  });

  test.each<[string, string, number, number]>([
    ['says how long both may be', '43010147036801c07f660802020400020207d0', 1024, 2000],
    ['may be followed by padding', '7f660802020400020204000000ffff', 1024, 1024],
    ['may say it with leading zeros', '7f660a020300ffff020300ffff', 65_535, 65_535],
    ['may say less than short lengths', '7f660602010102020010', 261, 258],
    ['may say nothing of it', '430101', 261, 258],
    ['may be anything', 'ffffffff', 261, 258],
    ['may be empty', '', 261, 258],
  ])('%s', (_, bytes, command_bytes, response_bytes) => {
    expect(bufferSizesOf(hexToBytes(bytes))).toEqual({ command_bytes, response_bytes });
  });
});
