import { beforeEach, describe, expect, test } from 'vitest';
import { credentials } from '../../api/credentials';
import { acceptReturnedTokens, markDeparture } from './returned-tokens';

const later = new Date(Date.now() + 600_000).toISOString();
const tokens = { access_token: 'a', access_token_expires: later, refresh_token: 'r', refresh_token_expires: later };
const query = (state?: object, fields: object = tokens) =>
  new URLSearchParams({ ...fields, ...(state && { state: JSON.stringify(state) }) });

describe('acceptReturnedTokens', () => {
  beforeEach(() => credentials.clear());

  test('stores the tokens of the return that this browser left for, once', () => {
    const sign_in_nonce = markDeparture();
    acceptReturnedTokens(query({ sign_in_nonce }));
    expect(credentials.get()).toEqual(tokens);
    credentials.clear();
    acceptReturnedTokens(query({ sign_in_nonce }));
    expect(credentials.get()).toBeUndefined();
  });

  test.each([undefined, {}, { sign_in_nonce: 'other' }])('stores nothing with the state %j', (state) => {
    markDeparture();
    acceptReturnedTokens(query(state));
    expect(credentials.get()).toBeUndefined();
  });

  test('stores nothing when this browser has left for no sign-in, or a token is missing', () => {
    acceptReturnedTokens(query({ sign_in_nonce: '' }));
    acceptReturnedTokens(query({}));
    const sign_in_nonce = markDeparture();
    acceptReturnedTokens(query({ sign_in_nonce }, { ...tokens, refresh_token: '' }));
    expect(credentials.get()).toBeUndefined();
  });
});
