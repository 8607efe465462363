import { expect, test } from 'vitest';
import { freeMemory } from './free-memory.ts';

test('freeMemory frees a buffer with its own memory, and keeps one that shares memory', () => {
  const own = Buffer.from(new Uint8Array(8192).fill(7).buffer);
  freeMemory(own);
  expect(own.length).toBe(0);

  const whole = Buffer.from(new Uint8Array(8192).fill(7).buffer);
  freeMemory(whole.subarray(1));
  freeMemory(Buffer.from('few bytes lie in the pool of Node'));
  expect([whole.length, whole[8191]]).toEqual([8192, 7]);
  expect(Buffer.from('and so do these').toString()).toBe('and so do these');
});
