import { callbacks } from '@sigill/sdk';
import { describe, expect, test } from 'vitest';
import { checkSignature, readHeaders, writeHeaders } from './check-signature';

const secret = `whsec_${btoa('a signing secret of 32 bytes ...')}`;
const other = `whsec_${btoa('an older one, no longer in use ..')}`;
const sent = new Date('2026-03-02T09:32:05.000Z');
const body =
  '{"id":"msg_2wXk9QmVb4LrT7sYp0Zc","type":"session.state_changed","created":"2026-03-02T09:32:05.113Z","data":{"id":7}}';

const signed = async () => {
  const { headers } = await callbacks.sign(body, secret, { id: 'msg_2wXk9QmVb4LrT7sYp0Zc', now: sent });
  return { body, headers: writeHeaders(headers), secret };
};

test('accepts a correct signature of any age and reports its age', async () => {
  const now = new Date(sent.getTime() + 3_600_000);
  expect(await checkSignature(await signed(), now)).toEqual({
    outcome: 'right',
    event: JSON.parse(body),
    skew_seconds: 3600,
  });
  expect(await checkSignature({ ...(await signed()), secret: `${other}\n${secret} ` }, sent)).toMatchObject({
    outcome: 'right',
    skew_seconds: 0,
  });
});

test.each([
  ['old_key', { secret: other }],
  ['wrong_secret', { secret: 'secret-of-a-key' }],
  ['reserialized_body', { body: JSON.stringify(JSON.parse(body), null, 2) }],
  ['truncated', { body: body.slice(0, -3) }],
  ['missing_header', { headers: 'webhook-id: msg_2wXk9QmVb4LrT7sYp0Zc' }],
] as const)('reports %s', async (code, change) => {
  expect(await checkSignature({ ...(await signed()), ...change }, sent)).toMatchObject({ outcome: 'wrong', code });
});

describe('reading pasted headers', () => {
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
});
