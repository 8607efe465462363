/** PDFs are drawn in a thread, in which one account cannot delay others for long. */
// SQLite only: threads do not use the database.
import type { Worker } from 'node:worker_threads';
import { extractText } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
let started: Worker[];
let doomed: number;
const onThread = (thread: Worker) => {
  started.push(thread);
  if (doomed-- > 0) void thread.terminate();
};

beforeAll(() => void process.on('worker', onThread));
afterAll(() => void process.off('worker', onThread));
beforeEach(async () => {
  started = [];
  doomed = 0;
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterEach(() => server?.stop());

/** Of letters with accents that no character combines, as many as a reference may have. */
const HOSTILE = 'x\u0301\u0303\u0309\u0323'.repeat(51);

type Account = Pick<World['account'], 'basic' | 'bearer'>;

async function sessionOf({ basic }: Account, reference: string): Promise<number> {
  return (await world.succeed('session.create', { reference, specimen: true }, { basic })).id;
}

const draw = ({ bearer }: Account, id: number) => server.call('session.pdf', { id, locale: 'en' }, { bearer });

async function textOf({ status, body }: Awaited<ReturnType<typeof draw>>): Promise<string> {
  expect(status).toBe(200);
  const { text } = await extractText(new Uint8Array(Buffer.from(body.pdf, 'base64')), { mergePages: true });
  return text.normalize('NFC').replace(/\s+/g, '');
}

test('a reference full of accents is drawn completely, while other calls are answered', async () => {
  const id = await sessionOf(world.account, HOSTILE);
  let isDrawn = false;
  const drawing = draw(world.account, id).finally(() => {
    isDrawn = true;
  });
  await expect.poll(() => started.length).toBe(1);
  await world.succeed('session.state', { id }, { basic: world.account.basic });
  expect(isDrawn).toBe(false);
  expect(await textOf(await drawing)).toContain(HOSTILE.normalize('NFC'));
});

test('an account whose two places are taken is told to wait, and others get their documents', async () => {
  const other = await server.account();
  const id = await sessionOf(world.account, HOSTILE);
  const otherId = await sessionOf(other, 'order-1042');
  const { id: merchant_id } = await world.succeed('merchant.self', {}, { bearer: world.account.bearer });
  {
    using places = new DisposableStack();
    const call = { principal: { merchant_id }, settle() {} };
    for (let count = 0; count < 2; count++) places.use(server.deps.documents.reserve(call));
    const refused = await draw(world.account, id);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await textOf(await draw(other, otherId))).toContain('order-1042');
  }
  expect((await draw(world.account, id)).status).toBe(200);
});

test('after a thread that died, the next document is drawn in a new one', async () => {
  const id = await sessionOf(world.account, 'order-1042');
  doomed = 1;
  const failed = await draw(world.account, id);
  expect(failed).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
  expect(failed.headers.get('retry-after')).toBe('2');
  expect(await textOf(await draw(world.account, id))).toContain('order-1042');
  expect(started).toHaveLength(2);
});

test('the text of a document does not depend on the documents drawn before it', async () => {
  // Both letters have the same glyph.
  for (const reference of ['OʼBrien', 'O’Brien', 'OʼBrien'])
    expect(await textOf(await draw(world.account, await sessionOf(world.account, reference)))).toContain(reference);
  expect(started).toHaveLength(1);
});
