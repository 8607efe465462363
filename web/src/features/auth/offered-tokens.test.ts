import { beforeEach, expect, test } from 'vitest';
import { credentials } from '../../api/credentials';
import { offeredTokens } from './offered-tokens';

const later = new Date(Date.now() + 600_000).toISOString();
const tokens = { access_token: 'a', access_token_expires: later, refresh_token: 'r', refresh_token_expires: later };

beforeEach(() => {
  credentials.clear();
  offeredTokens.forget();
});

test('holds the tokens from a query until they are confirmed, and stores none', () => {
  offeredTokens.take(new URLSearchParams(tokens));
  expect(offeredTokens.get()).toEqual(tokens);
  expect(credentials.get()).toBeUndefined();
});

test('offers nothing when a token or its expiry is missing', () => {
  for (const name of Object.keys(tokens)) {
    offeredTokens.take(new URLSearchParams({ ...tokens, [name]: '' }));
    expect([name, offeredTokens.get()]).toEqual([name, undefined]);
  }
});
