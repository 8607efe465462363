// SQLite only: reader.test.ts ends sessions on both.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureReasons, type PolicyRules } from '../../server/generated/operations.gen.ts';
import type { SpecimenName } from '../../server/specimen/specimen-catalogue.ts';
import {
  dg1Of,
  dg2Of,
  ecKeys,
  issueCertificate,
  issueSod,
  nameOf,
  type SodOptions,
} from '../support/documents/documents.ts';
import { passportMrz } from '../support/documents/national-documents.ts';
import { issueRevocationList } from '../support/documents/revocation-lists.ts';
import { createFaceService, scores } from '../support/outside/face-service.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, submitter, type World } from '../support/server/world.ts';

const csca = issueCertificate({ subject: nameOf({ C: 'SE', CN: 'CSCA' }), keys: ecKeys(), ca: true });
const signerOf = (serial: number) =>
  issueCertificate({ subject: nameOf({ C: 'SE', CN: 'Signer' }), keys: ecKeys(), issuer: csca, serial });
const signer = signerOf(0x51);
const revoked = signerOf(0x61);
const portrait = readFileSync(new URL('../../server/specimen/portraits/alma.jpg', import.meta.url));

function documentOf(wrong: Partial<SodOptions> = {}, mrz = passportMrz('SWE')): Record<string, Uint8Array> {
  const groups = new Map([
    [1, dg1Of(mrz)],
    [2, dg2Of(portrait)],
  ]);
  const sod = issueSod({ signer, issuerSubject: csca.subject, groups, ...wrong });
  return { sod, dg1: groups.get(1)!, dg2: groups.get(2)! };
}

let folder: string;
let faces: Awaited<ReturnType<typeof createFaceService>>;
let server: TestServer;
let world: World;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sigill-codes-'));
  for (const name of ['csca', 'crls']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'csca/SE.cer'), csca.certificate);
  writeFileSync(join(folder, 'crls/SE.crl'), issueRevocationList(csca, { serials: [0x61] }));
  faces = await createFaceService();
  server = await createTestServer({ environment: { MASTER_LISTS_DIR: folder, ...faces.environment } });
  world = createWorld(server, await server.account());
});
afterAll(async () => {
  await Promise.all([server?.stop(), faces?.stop()]);
  rmSync(folder, { recursive: true });
});

type Ending = () => Promise<number>;
type Options = Parameters<World['session']>[0];

const specimen =
  (name: SpecimenName, options?: Options): Ending =>
  async () =>
    (await world.ended(name, options)).id;

const document =
  (files: () => Record<string, Uint8Array>, options?: Options): Ending =>
  async () => {
    const { id, token, reader_key } = await world.started(options);
    const { challenge } = await world.succeed('reader.challenge', { token, reader_key });
    const encoded = Object.entries(files()).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]);
    const body = { challenge, files: Object.fromEntries(encoded) };
    await world.succeed('reader.submit', body, {}, submitter({ token, reader_key }));
    return id;
  };

const given =
  (code: string): Ending =>
  async () => {
    const { id, token, reader_key } = await world.started();
    await world.succeed('reader.fail', { token, reader_key, code });
    return id;
  };

const withFace = { face_verification: true };

const face =
  (answer: typeof faces.answer): Ending =>
  async () => {
    faces.answer = answer;
    return (await world.ended('genuine', withFace)).id;
  };

const ruled =
  (name: string, rules: PolicyRules): Ending =>
  async () => {
    await world.succeed('policy.create', { name, rules }, world.account);
    return (await world.ended('genuine', { policy: name })).id;
  };

const ENDINGS: Record<keyof typeof failureReasons, Ending> = {
  malformed: document(() => ({ ...documentOf(), sod: Buffer.from('7706300430020500', 'hex') })),
  unsupported_algorithm: document(() => documentOf({ content_type: '1.2.3' })),
  sod_digest_mismatch: document(() =>
    documentOf({ tamper_content: (content) => Buffer.concat([content.subarray(0, -1), Buffer.of(7)]) }),
  ),
  sod_signature_invalid: specimen('bad-signature'),
  issuer_unknown: specimen('unknown-issuer'),
  certificate_expired: specimen('expired-signer'),
  certificate_revoked: document(() => documentOf({ signer: revoked })),
  country_mismatch: specimen('wrong-country'),
  dg_hash_mismatch: specimen('tampered-dg1'),
  dg_missing: document(() => {
    const { dg2: _, ...files } = documentOf();
    return files;
  }),
  mrz_invalid: document(() => documentOf({}, passportMrz('SWE').replace('ERIKSSON', 'ERIK5SON'))),
  document_expired: specimen('expired-document'),
  document_type_not_allowed: specimen('id-card', { passport_only: true }),
  country_not_allowed: ruled('sweden', { issuing_countries: { allow: ['SE'] } }),
  expires_too_soon: ruled('long', { minimum_days_valid: 3650 }),
  minimum_age_not_met: ruled('seniors', { minimum_age: 99 }),
  weak_algorithm: specimen('weak-digest', { refuse_weak: true }),
  chip_auth_missing: specimen('aa-stripped'),
  chip_auth_failed: specimen('cloned'),
  portrait_unreadable: specimen('unreadable-portrait'),
  face_missing: document(() => documentOf(), withFace),
  face_mismatch: face(scores({ match: 0.1 })),
  liveness_failed: face(scores({ liveness: 0.1 })),
  specimen_required: document(() => documentOf(), { specimen: true }),
  nfc_unavailable: given('nfc_unavailable'),
  nfc_lost: given('nfc_lost'),
  access_denied: given('access_denied'),
  read_error: given('read_error'),
  unsupported_document: given('unsupported_document'),
  camera_denied: given('camera_denied'),
  timeout: given('timeout'),
  internal: given('internal'),
  // These two occur only after some time, so the test moves the clock.
  face_unavailable: face((response) => response.writeHead(500).end()),
  session_expired: async () => (await world.session()).id,
};

test.each(Object.entries(ENDINGS))('a session ends with %s', async (code, end) => {
  const id = await end();
  const waits = ['face_unavailable', 'session_expired'].includes(code);
  const session = await eventually(async () => {
    if (waits) await server.advance('PT12H');
    const now = await world.succeed('session.get', { id }, { basic: world.account.basic });
    return 'failure' in now && now;
  }, `a session that ended with ${code}`);
  expect(session.failure).toMatchObject({ code, ...failureReasons[code as keyof typeof failureReasons] });
  expect(session).not.toHaveProperty('surname');
});
