import { callbacks } from '@sigill/sdk';
import { expect, test } from 'vitest';
import { checkSignature } from './check-signature';
import { writeHeaders } from './signature-headers';

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
