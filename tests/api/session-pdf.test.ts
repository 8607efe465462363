// SQLite only: it is drawn from what session.get returns, which other tests read from both databases.
import { extractText } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

async function read(id: number, locale: 'en' | 'es' = 'en') {
  const { pdf, file_name } = await world.succeed('session.pdf', { id, locale }, { bearer: world.account.bearer });
  expect(file_name).toBe(`sigill-session-${id}.pdf`);
  const bytes = Buffer.from(pdf, 'base64');
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  return { text: text.replace(/\s+/g, ' '), raw: bytes.toString('latin1') };
}

test('the PDF of an approved session has verdict, checks, person and portrait, in both languages', async () => {
  const { id } = await world.ended('genuine', { reference: 'order-1042' });
  const session = await world.succeed('session.get', { id }, { bearer: world.account.bearer });
  if (session.state !== 'APPROVED') throw new Error(session.state);
  const english = await read(id);
  for (const shown of [String(id), 'order-1042', 'Approved', 'Issuer: passed', 'Surname', session.document_number!])
    expect(english.text).toContain(shown);
  expect(english.text.toLowerCase()).toContain(session.surname!.toLowerCase());
  expect(english.raw).toContain('/Subtype /Image');
  expect(english.raw).toContain('pdfuaid:part');
  const { text } = await read(id, 'es');
  expect(text).toContain('Aprobada');
  expect(text).not.toMatch(/Surname|undefined/);
});

test('the PDF says that a specimen is one, why a session was rejected, and when the data was deleted', async () => {
  const specimen = await world.ended('expired-document', { specimen: true });
  const { text } = await read(specimen.id);
  expect(text).toContain('Specimen: not a real person');
  expect(text).toContain('document_expired');
  const { id } = await world.ended();
  await world.succeed('session.redact', { id }, { bearer: world.account.bearer });
  const redacted = await read(id);
  expect(redacted.text).toContain('The identity data of this session was deleted.');
  expect(redacted.text).not.toContain('Surname');
  expect(redacted.raw).not.toContain('/Subtype /Image');
});

test('reading the PDF is in the audit log, as reading the session is', async () => {
  const { id } = await world.ended();
  await read(id);
  const { entries } = await world.succeed('audit.list', { target: id }, { bearer: world.account.bearer });
  expect(entries.map(({ action }) => action)).toEqual(['session.get']);
});
