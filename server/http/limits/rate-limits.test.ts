import { expect, test } from 'vitest';
import { createRateLimiter, defaultRateLimits } from './rate-limits.ts';

const clock = { now: () => new Date('2026-03-02T09:30:00.000Z') };
const customer = { principal: { user_id: 1, merchant_id: 2 }, ip: '192.0.2.1' };

test('strangers with many networks share half a busy processor, and neither customers nor their sign-ins are refused for that', () => {
  let isScarce = false;
  const limiter = createRateLimiter(defaultRateLimits, clock, () => isScarce);
  const strangerAt = (n: number) =>
    limiter.take('reader.state', 'anyone', { ip: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` });
  for (let n = 0; n < 60_000; n++) strangerAt(n);
  expect(strangerAt(60_000)).toMatchObject({ exceeded: false });
  isScarce = true;
  expect(strangerAt(60_001)).toMatchObject({ exceeded: true });
  expect(limiter.take('session.create', 'authenticated', customer)).toMatchObject({ exceeded: false });
  for (const operation of ['bearer.renew', 'password.authenticate'] as const)
    expect(limiter.take(operation, 'anyone', { ip: customer.ip })).toMatchObject({ exceeded: false });
});
