import { expect, test } from 'vitest';
import { createWaitingCalls, type Place } from './waiting-calls.ts';

const MINUTE = 60_000;
const waitingCalls = (most: number) => createWaitingCalls(async () => [], { most });

async function stillWaiting(...places: Place[]): Promise<boolean[]> {
  const ended = places.map(() => false);
  places.forEach((place, at) => void place.wait(0, MINUTE).then(() => (ended[at] = true)));
  await new Promise(setImmediate);
  return ended.map((over) => !over);
}

test('the account with the most places gives up its longest wait', async () => {
  const calls = waitingCalls(4);
  const [first, second, third] = [calls.enter(1), calls.enter(1), calls.enter(1)];
  const other = calls.enter(2);
  const newcomer = calls.enter(3);
  expect(await stillWaiting(first, second, third, other, newcomer)).toEqual([false, true, true, true, true]);
  expect(first.over).toBe(true);
  calls.end();
});

test('no account gives up a place to one that would then have more', async () => {
  const calls = waitingCalls(4);
  const places = [calls.enter(1), calls.enter(1), calls.enter(2), calls.enter(3)];
  // If account 2 took a place from account 1, the two would displace each other forever.
  expect(() => calls.enter(2)).toThrow('Too many calls are waiting for callbacks');
  expect(await stillWaiting(...places)).toEqual([true, true, true, true]);
  calls.end();
});

test('a place that was given up is freed only once, not again when its call ends', () => {
  const calls = waitingCalls(3);
  const first = calls.enter(1);
  for (let n = 0; n < 2; n++) calls.enter(1);
  calls.enter(2);
  first[Symbol.dispose]();
  expect(() => calls.enter(1)).toThrow('Too many calls are waiting for callbacks');
  calls.end();
});

test('an account has at most five waiting calls', () => {
  const calls = waitingCalls(500);
  for (let n = 0; n < 5; n++) calls.enter(1);
  expect(() => calls.enter(1)).toThrow('5 calls of this account are already waiting for callbacks');
  calls.end();
});
