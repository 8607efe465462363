import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Status } from '../../openapi/facts/status.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import { runOperator } from '../support/packages/script.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  // No mail server listens on this port.
  server = await createTestServer({ environment: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` } });
});
afterAll(() => server?.stop());

async function read(): Promise<Status> {
  const answer = await fetch(`${server.base}/status.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  return (await answer.json()) as Status;
}

const statesOf = ({ components }: Status) => Object.fromEntries(components.map(({ name, state }) => [name, state]));
const shown = (what: string, check: (status: Status) => boolean) =>
  eventually(async () => {
    const status = await read();
    return check(status) && status;
  }, what);
const operator = (...args: string[]) => runOperator(server, ...args);

test('the status shows everything operational, with a bar for the day, and never how many customers there are', async () => {
  const status = await shown('the first sample', ({ components }) =>
    components.every(({ days }) => days?.length === 1),
  );
  const fine = { state: 'operational', days: [{ day: status.as_of.slice(0, 10), state: 'operational', up: 1 }] };
  expect(status).toEqual({
    as_of: expect.any(String),
    state: 'operational',
    components: ['api', 'verification', 'callbacks', 'mail', 'cards', 'trust', 'database'].map((name) => ({
      name,
      ...fine,
    })),
    incidents: [],
  });
  const { code, out } = await operator('status');
  expect([code, out.split('\n')[0]]).toEqual([0, 'api           operational']);
});

test('after some calls the status shows a response time', async () => {
  for (let call = 0; call < 12; call++) await server.call('trust.get', {});
  const { components } = await shown('the time', ({ components }) => components[0]?.response_ms !== undefined);
  expect(components[0]?.response_ms).toBeGreaterThanOrEqual(0);
});

test('email that cannot be sent is first late and then down, on the status page and for the operator', async () => {
  const { bearer } = await server.signUp();
  await server.call('password.verify_email_send_code', {}, { bearer });
  await server.advance('PT11M');
  const late = await shown('mail to be late', (status) => statesOf(status)['mail'] === 'degraded');
  expect(late.state).toBe('degraded');
  expect(late.components.find(({ name }) => name === 'mail')?.delay_seconds).toBeGreaterThanOrEqual(660);
  expect((await operator('status')).code).toBe(0);

  await server.advance('PT50M');
  const down = await shown('mail to be down', (status) => statesOf(status)['mail'] === 'down');
  expect(statesOf(down)).toMatchObject({ api: 'operational', callbacks: 'operational', database: 'operational' });
  const { code, out } = await operator('status');
  expect([code, out]).toEqual([1, expect.stringMatching(/^mail {10}down \(work is delayed by \d+ seconds\)$/m)]);

  await server.advance('PT1M');
  const counted = await shown('the day to count it', ({ components }) =>
    components.some(({ name, days }) => name === 'mail' && days?.at(-1)?.state === 'down'),
  );
  expect(counted.components.find(({ name }) => name === 'mail')?.days?.at(-1)?.up).toBeLessThan(1);
});

test('an operator opens, updates and closes an incident: the page shows the sentences, the audit proves them', async () => {
  const texts = (en: string, es: string) => ['--en', en, '--es', es, '--by', 'Alma Vinter', '--yes'];
  const opened = await operator(
    ...['incident', 'open', '--component', 'mail', ...texts('Mails are late.', 'Los correos tardan.')],
  );
  expect([opened.code, opened.out]).toEqual([0, expect.stringContaining('Incident 1.\n')]);
  const open = await shown('the incident', ({ incidents }) => incidents?.length === 1);
  expect(open.incidents).toEqual([
    {
      id: 1,
      component: 'mail',
      opened: expect.any(String),
      notes: [{ created: expect.any(String), en: 'Mails are late.', es: 'Los correos tardan.' }],
    },
  ]);
  expect(JSON.stringify(open)).not.toContain('Vinter');

  await operator('incident', 'update', '1', ...texts('Found.', 'Encontrado.'));
  expect((await operator('incident', 'close', '1', ...texts('Over.', 'Resuelto.'))).code).toBe(0);
  const closed = await shown('its end', ({ incidents }) => incidents?.[0]?.closed !== undefined);
  expect(closed.incidents?.[0]?.notes.map(({ en }) => en)).toEqual(['Over.', 'Found.', 'Mails are late.']);
  expect((await operator('incident', 'list')).out).toMatch(/^1 {2}opened .*, closed .*, mail: Over\.$/m);

  expect((await operator('audit')).out).toContain('Incidents: 3 notes.');
  await server.ctx.db.updateTable('status_notes').set({ actor: 'Nobody' }).where('sequence', '=', 2).execute();
  const { code, out } = await operator('audit');
  expect([code, out]).toEqual([1, expect.stringContaining('Incidents: entry 2 was changed or deleted.')]);
});

test('an incident needs both languages and an existing component, and must be open', async () => {
  const refused = async (...args: string[]) => {
    const { code, err } = await operator('incident', ...args, '--yes');
    return [code, err.trim()];
  };
  const both = ['--en', 'A.', '--es', 'B.'];
  expect(await refused('open', '--en', 'A.')).toEqual([1, 'The message is needed in both languages. Add --es.']);
  expect(await refused('open', ...both, '--component', 'moon')).toEqual([
    1,
    expect.stringMatching(/^--component must be one of api, /),
  ]);
  expect(await refused('update', '99', ...both)).toEqual([
    1,
    'No incident has this id. Run incident list to see them.',
  ]);
  expect(await refused('close', '1', ...both)).toEqual([
    1,
    expect.stringMatching(/^This incident was closed .* Open a new one\.$/),
  ]);
});

test('days and incidents older than 90 days are deleted', async () => {
  const days = async () => {
    const rows = await server.ctx.db.selectFrom('status_days').select('day').distinct().execute();
    return rows.map(({ day }) => day);
  };
  const before = await days();
  await server.advance('P88D');
  await eventually(async () => (await days()).length > before.length, 'a sample of the new day');
  expect((await shown('the past', ({ incidents }) => incidents !== undefined)).incidents).toHaveLength(1);
  await server.advance('P3D');
  await eventually(async () => !(await days()).some((day) => before.includes(day)), 'the first days to go');
  const { components } = await shown('the incident to go', ({ incidents }) => incidents?.length === 0);
  expect(components.every(({ days }) => days!.length <= 2)).toBe(true);
});

test.skipIf(process.env['TEST_DATABASE_URL'])(
  'a database that refuses writes brings down what needs it, and nothing else',
  async () => {
    const lock = new Sqlite(join(server.folder, 'sigill.db'));
    lock.exec('begin immediate');
    try {
      const status = await shown('the database to be down', (status) => statesOf(status)['database'] === 'down');
      expect(statesOf(status)).toEqual({
        api: 'down',
        verification: 'down',
        callbacks: 'down',
        mail: 'down',
        cards: 'operational',
        trust: 'operational',
        database: 'down',
      });
      expect(status.components[0]?.days?.length).toBeGreaterThan(0);
    } finally {
      lock.exec('rollback');
      lock.close();
    }
    await shown('the database to be back', (status) => statesOf(status)['database'] === 'operational');
  },
);
