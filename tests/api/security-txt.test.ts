/** RFC 9116. */
// SQLite only: security.txt contains nothing from the database.
import { expect, test } from 'vitest';
import { createTestServer } from '../support/server/test-server.ts';

const day_ms = 86_400_000;

test('security.txt names a contact, and is valid for less than a year from when it is read', async () => {
  const server = await createTestServer();
  try {
    const read = async () => {
      const answer = await fetch(`${server.base}/.well-known/security.txt`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
      const lines = (await answer.text()).trim().split('\n');
      return Object.fromEntries(lines.map((line) => line.split(': ', 2))) as Record<string, string>;
    };
    const daysLeft = ({ Expires = '' }) => (Date.parse(Expires) - server.deps.clock.now().getTime()) / day_ms;

    const fields = await read();
    expect(fields['Contact']).toMatch(/^mailto:\S+@\S+$/);
    expect(fields['Canonical']).toMatch(/\/\.well-known\/security\.txt$/);
    expect(fields['Policy']).toMatch(/\/security$/);
    expect(daysLeft(fields)).toBeGreaterThan(100);
    expect(daysLeft(fields)).toBeLessThan(365);

    await server.advance('P200D');
    expect(daysLeft(fields)).toBeLessThan(0);
    expect(daysLeft(await read())).toBeGreaterThan(100);
  } finally {
    await server.stop();
  }
});
