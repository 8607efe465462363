import { expect, test } from 'vitest';
import { readRequestSearch, requestIdIn } from './request-search';

test.each([
  ['req_019cade21440000a51d84e0c', 'req_019cade21440000a51d84e0c'],
  ['  X-Request-Id: req_019cade21440000a51d84e0c\r\n', 'req_019cade21440000a51d84e0c'],
  ['BadRequestError: callback_url must be … (request req_019cade21440000a51d84e0c)', 'req_019cade21440000a51d84e0c'],
  ['{"code":"not_found","request_id":"req_019cade21440000a51d84e0c"}', 'req_019cade21440000a51d84e0c'],
  ['4821930477261', undefined],
  ['', undefined],
])('finds the request id in %j: %s', (text, id) => expect(requestIdIn(text)).toBe(id));

test('keeps only valid filters from an address', () => {
  expect(
    readRequestSearch({ operation: 'session.get', status: 404, refused: true, user_id: '7', session_id: 8, cursor: 9 }),
  ).toEqual({ operation: 'session.get', status: 404, refused: true, user_id: 7, session_id: 8, cursor: '9' });
  expect(readRequestSearch({ operation: 'x', status: 'no', refused: 'yes', user_id: -1, session_id: '1e9' })).toEqual(
    {},
  );
});
