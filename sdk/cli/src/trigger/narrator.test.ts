import { expect, test } from 'vitest';
import { narrator } from './narrator.ts';

function written(isInteractive: boolean): string {
  let text = '';
  const write = (more: string) => {
    text += more;
  };
  const { say, showReading } = narrator({ isInteractive, write });
  say('accessed');
  for (const read of [0, 512, 1000]) showReading({ file: 'dg2', read, total: 1000 });
  showReading({ file: 'dg1', read: 93, total: 93 });
  say('read');
  say('submitting');
  return text;
}

test('shows the progress of reading on one line of a terminal', () => {
  const [accessed, reading, ...more] = written(true).split('\n');
  expect([accessed, ...more]).toEqual(['accessed', 'read', 'submitting', '']);
  expect(reading!.split('\r').map((shown) => shown.replace('\x1b[K', ''))).toEqual([
    '',
    'reading     dg2 0%',
    'reading     dg2 51%',
    'reading     dg2 100%',
    'reading     dg1 100%',
  ]);
});

test('says once that it is reading where the output is not a terminal', () =>
  expect(written(false)).toBe('accessed\nreading\nread\nsubmitting\n'));
