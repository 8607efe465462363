import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trials } from '../../tests/support/runs/trials.ts';
import { createLanes, type Lanes } from './lanes.ts';

const FIRST = 4;
const IN_ALL = 512;

/** @returns how many slots it filled with attempts that never end. */
function hang(lanes: Lanes, name: string): number {
  const slots = lanes.slotsFor(name, FIRST);
  for (let count = 0; count < slots; count++) void lanes.add(name, FIRST, () => new Promise(() => {}));
  return Math.max(0, slots);
}

async function succeed(lanes: Lanes, name: string, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    const notes: (() => void)[] = [];
    const attempts = Array.from({ length: Math.max(1, lanes.slotsFor(name, FIRST)) }, () =>
      lanes.add(name, FIRST, async (note) => {
        await new Promise<void>((resolve) => void notes.push(resolve));
        note(200);
      }),
    );
    for (const note of notes) note();
    await Promise.all(attempts);
  }
}

test('however many fast receivers begin to hang, there is a slot for one more, and never more than the maximum in use', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(80), { minLength: 1, maxLength: 60 }), async (grown) => {
      const lanes = createLanes();
      for (const [number, rounds] of grown.entries()) await succeed(lanes, `lane ${number}`, rounds);
      let used = 0;
      // Several passes: a lane must not take in the second what it was refused in the first.
      for (let pass = 0; pass < 3; pass++) for (const number of grown.keys()) used += hang(lanes, `lane ${number}`);
      expect(used).toBeLessThanOrEqual(IN_ALL);
      expect(lanes.slotsFor('another', FIRST)).toBeGreaterThan(0);
    }),
    trials(20),
  );
});

test('a lane has its first slots again after its attempts have ended, and one more after each round', async () => {
  const lanes = createLanes();
  expect(lanes.slotsFor('lane', FIRST)).toBe(FIRST);
  await succeed(lanes, 'lane', 20);
  expect(lanes.slotsFor('lane', FIRST)).toBeGreaterThan(FIRST + 16);
  hang(lanes, 'lane');
  expect(lanes.slotsFor('lane', FIRST)).toBe(0);
});

test('a lane with few events at a time does not grow', async () => {
  const lanes = createLanes();
  await succeed(lanes, 'lane', 20);
  const grown = lanes.slotsFor('lane', FIRST);
  for (let event = 0; event < 500; event++) await lanes.add('lane', FIRST, async (note) => note(200));
  expect(lanes.slotsFor('lane', FIRST)).toBe(grown);
});
