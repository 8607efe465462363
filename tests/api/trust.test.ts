import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ecKeys, issueCertificate, nameOf } from '../support/documents/documents.ts';
import { issueListAuthority, issueMasterList } from '../support/documents/master-lists.ts';
import { issueRevocationList } from '../support/documents/revocation-lists.ts';
import { runOperator } from '../support/packages/script.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';

const cscaOf = (C: string, not_after = '2090-01-01') =>
  issueCertificate({ subject: nameOf({ C, CN: 'CSCA' }), keys: ecKeys(), ca: true, not_after });
const [norway, kosovo, expired, alone] = [cscaOf('no'), cscaOf('KS'), cscaOf('FI', '2025-01-01'), cscaOf('SE')];
const again = cscaOf('NO');
const publisher = issueListAuthority('DE');

let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigill-public-trust-'));
  for (const name of ['roots', 'csca', 'crls']) mkdirSync(join(folder, name));
  const write = (name: string, content: Uint8Array) => writeFileSync(join(folder, name), content);
  const certificates = [norway, again, kosovo, expired].map(({ certificate }) => certificate);
  write('secret-name.ml', issueMasterList(certificates, publisher, new Date('2026-05-28T08:00:00Z')));
  write('roots/DE.cer', publisher.root.certificate);
  write('csca/SE.cer', alone.certificate);
  write(
    'crls/SE.crl',
    issueRevocationList(alone, { serials: [1], this_update: '2026-01-01', next_update: '2089-01-01' }),
  );
  write(
    'crls/NO.crl',
    issueRevocationList(norway, { serials: [1], this_update: '2025-01-01', next_update: '2025-02-01' }),
  );
  write(
    'crls/NO-newer.crl',
    issueRevocationList(norway, { serials: [1], this_update: '2025-03-01', next_update: '2025-04-01' }),
  );
  server = await createTestServer({ environment: { MASTER_LISTS_DIR: folder } });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const get = async (at = server) => (await at.call('trust.get', {})).body;

describe('trust.get', () => {
  test('tells anyone which States have a valid trust anchor, and how old that knowledge is', async () => {
    const { as_of, ...found } = await get();
    expect(found).toEqual({
      specimens: true,
      lists: [{ publisher: 'DE', date: '2026-05-28', anchors: 3 }],
      states: [
        { country: 'NO', anchors: 2, list_date: '2026-05-28', revocations: { date: '2025-03-01', overdue: true } },
        { country: 'SE', anchors: 1, revocations: { date: '2026-01-01', overdue: false } },
        { country: 'XK', anchors: 1, list_date: '2026-05-28' },
      ],
    });
    expect(Math.abs(Date.parse(as_of) - server.deps.clock.now().getTime())).toBeLessThan(60_000);
  });

  test('says so if only specimens are trusted', async () => {
    const bare = await createTestServer();
    expect(await get(bare)).toEqual({ as_of: expect.any(String), specimens: true, lists: [], states: [] });
    await bare.stop();
  });

  test('names a State whose certificate was put in the folder after the operator reloads', async () => {
    const states = async () => (await get()).states.map(({ country }) => country);
    writeFileSync(join(folder, 'csca/IS.cer'), cscaOf('IS').certificate);
    expect(await states()).toEqual(['NO', 'SE', 'XK']);
    expect((await runOperator(server, 'trust', 'reload')).code).toBe(0);
    await server.advance('PT1S');
    await eventually(async () => (await states()).includes('IS'), 'the folder to be read again');
    expect(await states()).toEqual(['IS', 'NO', 'SE', 'XK']);
  });

  test('no longer names a State once its last certificate has expired', async () => {
    for (let times = 0; times < 3; times++) await server.advance('P9999D');
    expect(await get()).toMatchObject({ lists: [{ anchors: 0 }], states: [] });
  });
});
