import { expect, test } from 'vitest';
import { readHeaders, writeHeaders } from './signature-headers';

const headers = {
  'webhook-id': 'msg_019cade21440000a51d84e0cKQ',
  'webhook-timestamp': '1772443925',
  'webhook-signature':
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= v1,aaaZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
};
const [id, timestamp, signature] = Object.values(headers);

test.each([
  ['lines', writeHeaders(headers)],
  [
    'Windows lines in another case',
    `Webhook-Id: ${id}\r\nWEBHOOK-TIMESTAMP: ${timestamp}\r\nWebhook-Signature: ${signature}\r\n`,
  ],
  ['JSON', JSON.stringify({ host: 'shop.example', ...headers, accept: '*/*' }, null, 2)],
  ['JSON on one line', JSON.stringify({ 'content-type': 'application/json', ...headers })],
  [
    'JSON with arrays',
    JSON.stringify(Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, [value]]))),
  ],
  [
    'a JavaScript object',
    `{ 'webhook-id': '${id}', 'webhook-timestamp': '${timestamp}',\n  'webhook-signature': '${signature}' }`,
  ],
  [
    'curl',
    `curl -H "webhook-id: ${id}" -H "webhook-timestamp: ${timestamp}" -H "webhook-signature: ${signature}" -d @-`,
  ],
  ['others around', `POST /hook HTTP/1.1\nhost: shop.example\n${writeHeaders(headers)}\ncontent-length: 203`],
])('reads the headers of %s', (_, text) => expect(readHeaders(text)).toEqual(headers));

test('leaves out missing headers', () => {
  expect(readHeaders('')).toEqual({});
  expect(readHeaders(`webhook-id: ${id}\nx-webhook-signature: no`)).toEqual({ 'webhook-id': id });
});
