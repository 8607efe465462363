import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatherLines } from './log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function output() {
  const written: string[] = [];
  return { written, ...gatherLines({ write: (text) => void written.push(text) }) };
}

test('gathered lines are written together, half a second after the first', () => {
  const { written, gather } = output();
  gather('1\n');
  vi.advanceTimersByTime(300);
  gather('2\n');
  expect(written).toEqual([]);
  vi.advanceTimersByTime(200);
  expect(written).toEqual(['1\n2\n']);
  gather('3\n');
  vi.advanceTimersByTime(499);
  expect(written).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(written).toEqual(['1\n2\n', '3\n']);
});

test('many gathered lines are written earlier', () => {
  const { written, gather } = output();
  for (let line = 0; line < 17; line++) gather(`${'x'.repeat(1023)}\n`);
  expect(written).toEqual([`${'x'.repeat(1023)}\n`.repeat(16)]);
});

test('an immediate line is written after the gathered ones, and the rest on request', () => {
  const { written, gather, write, flush } = output();
  gather('a call\n');
  write('an error\n');
  gather('the last call\n');
  flush();
  flush();
  expect(written).toEqual(['a call\n', 'an error\n', 'the last call\n']);
  vi.advanceTimersByTime(1000);
  expect(written).toHaveLength(3);
});
