import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { MutationReport } from '../support/documents/mutation-thread.ts';
import { times, trials } from '../support/runs/trials.ts';

/** `TRIALS=20` makes two hundred thousand changes. */
const ROUNDS = 10_000;
/** A change takes half a millisecond, and on a busy machine two or three. */
const timeout = 240_000 + times(ROUNDS) * 5;

test('no altered content is approved, nothing throws, and every result keeps the contract', {
  timeout,
}, async () => {
  const { seed = 20_261_122 } = trials(ROUNDS, 20_261_122);
  const worker = new Worker(new URL('../support/documents/mutation-thread.ts', import.meta.url), {
    workerData: { rounds: times(ROUNDS), seed },
  });
  const report = await new Promise<MutationReport>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  await worker.terminate();
  expect(report.wrong, `SEED=${seed}`).toEqual([]);
  expect(report.genuine).toBe('APPROVED');
  // The changes must reach every step of the verification.
  expect(Object.keys(report.reasons)).toEqual(
    expect.arrayContaining([
      ...['malformed', 'unsupported_algorithm', 'sod_digest_mismatch', 'sod_signature_invalid', 'issuer_unknown'],
      ...['dg_hash_mismatch', 'dg_missing', 'mrz_invalid'],
      ...['portrait_unreadable', 'chip_auth_failed', 'APPROVED'],
    ]),
  );
});
