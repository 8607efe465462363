import { expect, test } from 'vitest';
import { decodeCommand } from '../apdu/apdu.ts';
import { exchangeOver } from '../apdu/exchange-apdus.ts';
import { deriveSessionKeys } from '../cipher/session-keys.ts';
import { Channel } from './channel.ts';
import { SecureMessaging } from './secure-messaging.ts';

const keys = deriveSessionKeys(new Uint8Array(32), 'AES-128');

function channelTo({ extended }: { extended: boolean }) {
  const sent: Uint8Array[] = [];
  const chip = new SecureMessaging(keys);
  const plain: ReturnType<typeof chip.unwrapCommand>[] = [];
  const channel = new Channel(
    exchangeOver(async (bytes) => {
      sent.push(bytes);
      plain.push(chip.unwrapCommand(bytes));
      return chip.wrapResponse({ data: new Uint8Array(), status: 0x9000 });
    }),
  );
  channel.secure(new SecureMessaging(keys));
  if (extended) channel.buffers = { command_bytes: 1024, response_bytes: 1024 };
  return { channel, sent, plain };
}

const read = (le: number) => ({ cla: 0, ins: 0xb0, p1: 0, p2: 0, le });

test('uses extended lengths as soon as the secured response needs them, if the chip supports them', async () => {
  for (const [extended, le, expected] of [
    [true, 223, false],
    [true, 240, true],
    [true, 1000, true],
    [false, 223, false],
  ] as const) {
    const { channel, sent, plain } = channelTo({ extended });
    await channel.send(read(le));
    expect(decodeCommand(sent[0]!).extended).toBe(expected);
    expect(plain[0]).toMatchObject({ le });
  }
});

test('sends commands that are too long for the chip in parts, each secured, the last one unmarked', async () => {
  const data = Uint8Array.from({ length: 600 }, (_, place) => place & 0xff);
  const { channel, sent, plain } = channelTo({ extended: false });
  await channel.send({ cla: 0, ins: 0x86, p1: 0, p2: 0, data, le: 256 });
  expect(Math.max(...sent.map(({ length }) => length))).toBeLessThanOrEqual(261);
  expect(plain.map(({ cla, le }) => [cla, le])).toEqual([
    [0x10, undefined],
    [0x10, undefined],
    [0x00, 256],
  ]);
  expect(plain.flatMap((part) => [...part.data!])).toEqual([...data]);
});
