import { expect, test } from 'vitest';
import { type Entry, findEntries } from './find-entries';

const entry = (kind: Entry['kind'], title: string, detail?: string): Entry => ({
  kind,
  title,
  path: '/',
  ...(detail && { detail }),
});

const entries = [
  entry('page', 'Pricing'),
  entry('page', 'Users'),
  entry('operation', 'user.list', 'List users'),
  entry('operation', 'session.create', 'Create a verification session'),
  entry('country', 'México', 'MX'),
  ...Array.from({ length: 9 }, (_, index) => entry('bill', `Bill ${index}`)),
];

test.each([
  ['', ['Pricing', 'Users']],
  ['us', ['Users', 'user.list']],
  ['LIST user', ['user.list']],
  ['mexico', ['México']],
  ['mx', ['México']],
  ['create ses', ['session.create']],
  ['icing', ['Pricing']],
  ['nothing like it', []],
])('“%s” finds %j', (text, titles) => {
  expect(findEntries(entries, text).map(({ title }) => title)).toEqual(titles);
});

test('shows a few of each kind', () => {
  expect(findEntries(entries, 'bill')).toHaveLength(6);
});

test('ranks entries that begin with the text first', () => {
  const found = findEntries(
    [entry('page', 'API guide'), entry('page', 'Guides of the API'), entry('page', 'Guide')],
    'guide',
  );
  expect(found.map(({ title }) => title)).toEqual(['Guides of the API', 'Guide', 'API guide']);
});

test('ranks the country with that code before countries whose name begins with it', () => {
  const found = findEntries([entry('country', 'Serbia', 'RS'), entry('country', 'Sweden', 'SE')], 'se');
  expect(found.map(({ title }) => title)).toEqual(['Sweden', 'Serbia']);
});
