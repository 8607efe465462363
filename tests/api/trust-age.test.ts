// SQLite only: it is about the dates of files.
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ecKeys, issueCertificate, nameOf } from '../support/documents/documents.ts';
import { issueListAuthority, issueMasterList } from '../support/documents/master-lists.ts';
import { runTrust } from '../support/packages/script.ts';
import { createFiles } from '../support/runs/files.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';

const DAY_MS = 86_400_000;
const subject = nameOf({ C: 'NO', CN: 'CSCA' });
const { certificate } = issueCertificate({ subject, keys: ecKeys(), ca: true });

const files = createFiles();
const { write } = files;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(async () => {
  await server.stop();
  files.remove();
});

async function importList(country: string, days: number) {
  const authority = issueListAuthority(country);
  const signedAt = new Date(server.deps.clock.now().getTime() - days * DAY_MS);
  const list = write(`${country}.ml`, issueMasterList([certificate], authority, signedAt));
  const root = write(`${country}.cer`, authority.root.certificate);
  const { lines } = await runTrust(server, 'import', '--yes', list, '--root', root);
  return { day: signedAt.toISOString().slice(0, 10), lines };
}

test('a list is due for renewal after 30 days and old after 90, and no sooner', async () => {
  const due = '  It is older than 30 days. Check whether its publisher has a newer one.';
  const old = '  It is older than 90 days. Check whether its publisher has a newer one.';
  const [young, aged, still, ancient] = [
    await importList('DE', 30),
    await importList('NL', 31),
    await importList('FR', 90),
    await importList('IT', 91),
  ];
  const told = (lines: string[]) => lines.filter((line) => line.includes('older than'));
  expect([young, aged, still, ancient].map(({ lines }) => told(lines))).toEqual([[], [due], [due], [old]]);

  const warnings = [
    `IT.ml of ${ancient.day} is older than 90 days`,
    `FR.ml of ${still.day} is older than 30 days`,
    `NL.ml of ${aged.day} is older than 30 days`,
  ];
  const { err, code } = await runTrust(server, 'status');
  expect(err).toBe(warnings.map((warning) => `Warning: ${warning}.\n`).join(''));
  expect(code).toBe(0);

  await server.advance('PT1S');
  const ready = async () => ((await (await fetch(`${server.base}/readyz`)).json()) as { warnings?: string[] }).warnings;
  const expected = warnings.map((warning) => `trust: ${warning}`);
  await eventually(async () => isDeepStrictEqual(await ready(), expected), 'the warnings');
});
