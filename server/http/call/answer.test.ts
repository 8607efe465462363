import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerOf } from './answer.ts';

const written = (pdf: string | Buffer) =>
  JSON.parse(answerOf('bill.pdf', { pdf, file_name: 'sigill-bill-2026-10-31.pdf' }).body.toString()) as object;

/** Lengths around those at which base64 needs padding or a new chunk begins. */
const length = fc.oneof(
  fc.integer({ min: 0, max: 200 }),
  fc.integer({ min: 49_140, max: 49_160 }),
  fc.integer({ min: 98_290, max: 98_320 }),
);

test('bytes of any length are written in base64, and their memory is freed', () => {
  fc.assert(
    fc.property(length, fc.nat(255), (size, seed) => {
      const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, index) => seed + index * 7).buffer);
      const text = bytes.toString('base64');
      expect(written(bytes)).toEqual({ pdf: text, file_name: 'sigill-bill-2026-10-31.pdf' });
      expect(bytes.length).toBe(0);
      expect(written(text)).toEqual({ pdf: text, file_name: 'sigill-bill-2026-10-31.pdf' });
    }),
  );
});

test('bytes and strings must have the length in the contract, and other types are refused', () => {
  const refused = (challenge: unknown) => () =>
    answerOf('reader.challenge', { challenge, expires: '2026-11-23T12:00:00Z' });
  expect(refused(Buffer.alloc(8))).not.toThrow();
  for (const wrong of [Buffer.alloc(100), 'A'.repeat(100), 7, null, undefined, { type: 'Buffer', data: [1] }])
    expect(refused(wrong)).toThrow('The response of reader.challenge violates the contract');
});
