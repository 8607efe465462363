import { expect, test } from 'vitest';
import { csvHeading, csvLine } from '../../openapi/facts/csv.ts';
import type { SessionListItem } from '../generated/operations.gen.ts';
import { LISTED } from '../sessions/list/session-list.repository.ts';

const session = (reference: string): SessionListItem => ({
  id: 4821930477261,
  state: 'REJECTED',
  failure_code: 'document_expired',
  created: '2026-03-02T09:30:00.000Z',
  expires: '2026-03-03T09:30:00.000Z',
  face_verification: false,
  passport_only: true,
  specimen: false,
  reference,
});

const heading = csvHeading(LISTED);
const lineOf = (session: SessionListItem) => csvLine(LISTED.map((column) => session[column]));

const cellOf = (reference: string) => {
  const line = lineOf(session(reference));
  return line.slice('4821930477261,'.length, line.indexOf(',REJECTED,document_expired,'));
};

test('starts with a byte order mark and a header row', () => {
  expect(heading).toMatch(/^\ufeffid,reference,state,failure_code,/);
  expect(heading.trim().split(',')).toHaveLength(lineOf(session('a')).split(',').length);
});

test('leaves unknown values empty', () => {
  expect(lineOf(session('order-1'))).toBe(
    '4821930477261,order-1,REJECTED,document_expired,,2026-03-02T09:30:00.000Z,,,,2026-03-03T09:30:00.000Z,false,false,true,,,,\r\n',
  );
});

test.each([
  ['plain', 'plain'],
  ['Ärende 7', 'Ärende 7'],
  ['one, two', '"one, two"'],
  ['say "yes"', '"say ""yes"""'],
  ['two\r\nlines', '"two\r\nlines"'],
])('writes %j as %j', (reference, written) => expect(cellOf(reference)).toBe(written));

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '=HYPERLINK("http://evil.example","x")'])(
  'prevents %j from being run as a formula',
  (reference) => expect(cellOf(reference)).toMatch(/^"?'/),
);

test('leaves negative amounts as they are', () => expect(cellOf('-25.00')).toBe('-25.00'));
