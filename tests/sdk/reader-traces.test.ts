/** The recordings for authors of readers in other languages must match our reader byte for byte. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChip } from '@sigill/reader';
import { expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import type { ReaderTrace } from '../../scripts/reader/record-traces.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { traces } = JSON.parse(read('web/public/reader-traces.json')) as { traces: ReaderTrace[] };
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase();
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));

function replay({ random, exchanges }: ReaderTrace) {
  const [draws, conversation] = [[...random], [...exchanges]];
  return {
    draws,
    conversation,
    random(length: number) {
      const drawn = bytes(draws.shift() ?? '');
      expect(drawn).toHaveLength(length);
      return drawn;
    },
    async transmit(command: Uint8Array) {
      const next = conversation.shift();
      expect(hex(command)).toBe(next?.command);
      return bytes(next!.response);
    },
  };
}

test.each(traces.map((trace) => [trace.name, trace] as const))('trace %s is replayed exactly', async (_name, trace) => {
  const chip = replay(trace);
  const open = await openChip(chip.transmit, { access: trace.access, random: chip.random });
  expect(hex(await open.readFile('dg1'))).toBe(trace.files.dg1);
  expect(hex(await open.internalAuthenticate(bytes(trace.challenge)))).toBe(trace.aa_signature);
  expect(chip).toMatchObject({ draws: [], conversation: [] });
});

test('there is a trace for each way to open a chip', () => {
  const opened = traces.map(({ access, exchanges }) => ({
    key: Object.keys(access)[0],
    pace: exchanges.some(({ command }) => command.startsWith('1086')),
    bac: exchanges.some(({ command }) => command.startsWith('0082')),
  }));
  expect(opened).toEqual([
    { key: 'mrz', pace: false, bac: true },
    { key: 'mrz', pace: true, bac: false },
    { key: 'can', pace: true, bac: false },
    { key: 'mrz', pace: true, bac: false },
  ]);
});

test('the guide prints the first trace', () => {
  const [, block = ''] = /```text name=trace label=APDU\n([^`]+)```/.exec(read('docs/guides/reader-protocol.md')) ?? [];
  const printed = block
    .replaceAll('\n  ', '')
    .trim()
    .split('\n')
    .map((line) => line.slice(2));
  expect(printed).toEqual(traces[0]!.exchanges.flatMap(({ command, response }) => [command, response]));
});
