/** Text that the service accepts is shown unchanged everywhere, and refusals name what is wrong. */
// SQLite only: it is about the text of responses.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { trials } from '../support/runs/trials.ts';
import type { Credentials } from '../support/server/call.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';

const SEED = Number(process.env['FC_SEED'] ?? 20_261_122);

let server: TestServer;
let key: Credentials;
let user: Credentials;

beforeAll(async () => {
  server = await createTestServer();
  const { basic, bearer } = await server.account();
  key = { basic };
  user = { bearer };
});
afterAll(() => server?.stop());

/** Any UTF-16, well formed or not, sometimes with characters that break lines, reverse text or are invisible. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        ...[
          '\u0000',
          '\r\n',
          '\u202e',
          '\u2066',
          '\ud800',
          '\u200d',
          'e\u0301',
          'é',
          'ﬁ',
          'Ａ',
          '\\',
          '"',
          '%00',
          "'",
          '😀',
          ' ',
        ],
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);

const isLine = (text: string, most: number) =>
  text.isWellFormed() &&
  text !== '' &&
  [...text].length <= most &&
  !/[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/.test(text);

function expectRefusal({ status, body, text }: { status: number; body: unknown; text: string }, path: string): void {
  expect(status, text).toBe(400);
  expect(body).toMatchObject({ code: 'invalid_value', details: [{ path }] });
}

test('a reference is the same in responses, lists and callbacks', async () => {
  const taken = new Set<string>();
  const name = randomBytes(6).toString('hex');
  const callback_url = `${server.base}/_local/callbacks/${name}`;
  const property = fc.asyncProperty(anyText, async (reference) => {
    const created = await server.call('session.create', { reference, callback_url }, key);
    if (!isLine(reference, 255)) return expectRefusal(created, 'reference');
    expect(created.status, created.text).toBe(200);
    const { id } = created.body;
    expect((await server.call('session.get', { id }, key)).body.reference).toBe(reference);
    const { sessions } = (await server.call('session.list', { reference }, key)).body;
    expect(sessions.map((one) => one.id)).toContain(id);
    expect(new Set(sessions.map((one) => one.reference))).toEqual(new Set([reference]));
    await server.call('session.abort', { id }, key);
    taken.add(reference);
  });
  await fc.assert(property, { ...trials(60, SEED), verbose: 1 });
  expect(taken.size).toBeGreaterThan(5);
  const told = async () =>
    new Set(
      (await server.receivedCallbacks(name)).map(
        ({ body }) => (body as { data: { reference: string } }).data.reference,
      ),
    );
  await eventually(async () => (await told()).size === taken.size, 'all callbacks');
  expect(await told()).toEqual(taken);
});

test('the names of a key and of a company come back unchanged', async () => {
  const property = fc.asyncProperty(anyText, async (text) => {
    const made = await server.call('user.create_service_user', { name: text }, user);
    if (isLine(text, 100)) {
      const { id } = made.body;
      expect((await server.call('user.get', { id }, user)).body.name).toBe(text);
      await server.call('user.delete', { id }, user);
    } else expectRefusal(made, 'name');
    const updated = await server.call('billing.update', { company: text, country: 'SE' }, user);
    // Invoices print the name, so letters that their fonts lack are refused; tests/services/invoices.test.ts says which.
    const isRefused = (updated.body as { code?: string }).code === 'unprintable_letters';
    if (isRefused) return;
    if (isLine(text, 200)) expect((await server.call('billing.self', {}, user)).body.company).toBe(text);
    else expectRefusal(updated, 'company');
  });
  await fc.assert(property, { ...trials(40, SEED), verbose: 1 });
});

test('two spellings of one address are one account', async () => {
  const local = fc.string({ unit: fc.constantFrom(...'abcxyz019._-ＡｂÀé'), minLength: 1, maxLength: 10 });
  const property = fc.asyncProperty(local, async (text) => {
    const email = `${text}-${randomBytes(4).toString('hex')}@example.com`;
    const password = 'correct horse';
    const first = await server.call('password.create', { email, password });
    expect(first.status, first.text).toBe(200);
    const shown = (await server.call('user.self', {}, { bearer: first.body.access_token })).body.email;
    expect(shown).toBe(email.normalize('NFKC'));
    for (const spelling of [email, email.normalize('NFKC'), email.normalize('NFD'), email.toUpperCase()]) {
      expect((await server.call('password.create', { email: spelling, password })).body).toMatchObject({
        code: 'email_taken',
      });
      expect((await server.call('password.authenticate', { email: spelling, password })).status).toBe(200);
    }
  });
  await fc.assert(property, { ...trials(8, SEED), verbose: 1 });
});
