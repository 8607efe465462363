import { expect, test } from 'vitest';
import { createTurns } from './promises.ts';

test('new calls are handled between pieces of work that wait at the same time', async () => {
  const turn = createTurns();
  const order: string[] = [];
  let isOver = false;
  const comesIn = () => {
    order.push('call');
    if (!isOver) setImmediate(comesIn);
  };
  const piece = async (name: string) => {
    await turn();
    order.push(name);
  };
  setImmediate(comesIn);
  await Promise.all(['first', 'second', 'third'].map(piece));
  isOver = true;
  const work = order.map((name, at) => (name === 'call' ? '' : `${name} after ${order[at - 1]}`)).filter(Boolean);
  expect(work).toEqual(['first after call', 'second after call', 'third after call']);
});

test('a later piece of work does not wait for finished ones', async () => {
  const turn = createTurns();
  await turn();
  await turn();
  let isDone = false;
  const waiting = turn().then(() => {
    isDone = true;
  });
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(isDone).toBe(true);
  await waiting;
});
