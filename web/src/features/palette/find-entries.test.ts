import { expect, test } from 'vitest';
import { type Entry, findEntries, idIn } from './find-entries';

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

test('shows first what the text names exactly, whatever else matches', () => {
  const session: Entry = {
    kind: 'object',
    title: 'pricing',
    detail: 'Session · 4821930477261',
    path: '/session/1',
    ids: [1, 'PRICING'],
  };
  const found = findEntries([...entries, session], 'pricing');
  expect(found.map(({ kind, title }) => `${kind} ${title}`)).toEqual(['object pricing', 'page Pricing']);
});

test('finds by other words, in any language', () => {
  const page: Entry = { ...entry('page', 'Sign out'), words: 'logout cerrar sesion' };
  for (const text of ['logout', 'cerrar sesión']) expect(findEntries([page], text), text).toHaveLength(1);
  expect(findEntries([page], 'login')).toEqual([]);
});

test.each([
  [' 4821930477261\n', '4821930477261'],
  ['https://sigill.example/es/session/4821930477261?from=mail', '4821930477261'],
  ['https://sigill.example/v/k7m2xq9d4fw8hn', 'k7m2xq9d4fw8hn'],
  ['"req_8f3kq2mzv5t7c1xw",', 'req_8f3kq2mzv5t7c1xw'],
  ['(order-1042)', 'order-1042'],
  ['https://example.com/', 'https://example.com/'],
])('the id in %j is %s', (text, id) => expect(idIn(text)).toBe(id));
