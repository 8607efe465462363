import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const PROXY = '10.0.0.2';
const request = (forwarded: string | undefined, remoteAddress = PROXY) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe('the address of a caller', () => {
  test.each([
    ['is that of the connection without proxies, whatever the header claims', 0, '198.51.100.1', PROXY],
    ['is what the only proxy appended, not what the caller sent', 1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['is what the first of two proxies appended', 2, '198.51.100.1, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
    ['is that of the connection if no proxy sent the header', 1, undefined, PROXY],
    ['is that of the connection if fewer proxies sent it than are trusted', 2, '203.0.113.7', PROXY],
  ])('%s', (_, proxies, forwarded, address) => {
    expect(clientAddress(request(forwarded), proxies)).toBe(address);
  });

  test('is written without the prefix of an IPv4 address on an IPv6 socket', () => {
    expect(clientAddress(request(undefined, '::ffff:203.0.113.7'), 0)).toBe('203.0.113.7');
  });
});
