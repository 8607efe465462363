import { describe, expect, test } from 'vitest';
import { describeSecret, stepOf } from './totp-code.ts';

const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('codes of authenticator apps', () => {
  // RFC 6238, appendix B. Apps show the last six digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('match RFC 6238: at %d the code is %s', async (seconds, code) => {
    expect(await stepOf(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  test('are accepted one step early or late, and no more', async () => {
    const steps = [-31, -30, 0, 30, 60].map((shift) => stepOf(SECRET, '081804', at(1_111_111_109 - shift)));
    expect((await Promise.all(steps)).map((step) => step !== undefined)).toEqual([false, true, true, true, false]);
  });

  test('are derived from a secret in base 32, which is also in the URI', async () => {
    const { secret, uri } = await describeSecret(SECRET, 'ada@example.com');
    expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(uri).toBe(
      `otpauth://totp/Sigill:ada%40example.com?issuer=Sigill&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
