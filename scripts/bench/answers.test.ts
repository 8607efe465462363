import { expect, test } from 'vitest';
import { differences, normalise, replaced } from './answers.ts';

const session = {
  id: 4821930477261,
  token: '4821930477261.n3Qm8sVt0yKfW2cLr7Zx5dHbA1uEjPgT',
  expires: '2026-03-03T09:30:00.000Z',
  open_url: 'https://sigill.example/open?token=4821930477261.n3Qm8sVt0y',
  state: 'CREATED',
  challenges: 3,
};

test('what differs from run to run is replaced, and the rest is kept', () => {
  expect(replaced(session)).toEqual({
    id: '<number>',
    token: '<token>',
    expires: '<timestamp>',
    open_url: 'https://sigill.example/open?token=<token>',
    state: 'CREATED',
    challenges: 3,
  });
});

test('dates, request ids, ids in sentences and images are replaced, also in lists', () => {
  expect(replaced({ list: [{ date_of_birth: '1974-08-12', request_id: 'abc', portrait: 'A'.repeat(500) }] })).toEqual({
    list: [{ date_of_birth: '<date>', request_id: '<request_id>', portrait: '<long text>' }],
  });
  expect(replaced({ error: 'No session found with id: 4821930477261' })).toEqual({
    error: 'No session found with id: <number>',
  });
});

test('headers are compared by name, without those of the connection', () => {
  const headers = new Headers({ 'X-Request-Id': 'abc', Date: 'today', Connection: 'keep-alive' });
  expect(normalise(200, headers, {})).toEqual({ status: 200, headers: ['x-request-id'], body: {} });
});

test('the same answer of another run has no differences', () => {
  const other = { ...session, id: 5, token: '5.abc', expires: '2026-03-04T09:30:00.000Z' };
  expect(
    differences(replaced({ ...session, id: 99_999 }), replaced({ ...other, id: 77_777, open_url: session.open_url })),
  ).toEqual([]);
});

test('each difference is named with its path', () => {
  const before = { status: 200, headers: ['x-request-id'], body: { state: 'CREATED', old: true } };
  const after = { status: 401, headers: ['x-request-id', 'x-new'], body: { state: 'CREATED' } };
  expect(differences(before, after)).toEqual([
    'status: 200 → 401',
    'headers: with "x-new"',
    'body.old: true → nothing',
  ]);
  expect(differences(undefined, after)[0]).toMatch(/^the answer: nothing → /);
});
