import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import { bundledBytes } from '../../scripts/bench/bundled-bytes.ts';

test('three calls of one class, with retries, deadlines and errors, are at most 3.0 KB', async () => {
  const bytes = await bundledBytes(join(root, 'scripts/bench/clients/sigill.js'));
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThanOrEqual(3000);
});

test('three calls without sign-in, with retries, are at most 2 KB', async () => {
  const bytes = await bundledBytes(join(import.meta.dirname, 'public-calls.mjs'));
  expect(bytes).toBeGreaterThan(500);
  expect(bytes).toBeLessThanOrEqual(2000);
});
