/**
 * Everything that can go wrong with a chip, through the reader and the real service: each fault is overcome, or reported with its
 * own cause and message.
 */
// SQLite only: it is about the phone; reader.test.ts makes its calls on both.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callOverFetch, runSession, sentenceOfEnd } from '../../sdk/reader/src/index.ts';
import { playSpecimen } from '../../sdk/reader/src/specimen/index.ts';
import { chipContentsOf, createVirtualChip, FAULTS, type FaultName } from '../../sdk/reader/src/virtual-chip/index.ts';
import type { ReaderFailCause, ReaderFailCode, RejectedSession } from '../../server/generated/operations.gen.ts';
import type { SpecimenName } from '../../server/specimen/specimen-catalogue.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

/** An outcome, with the code and, for failures, the cause. */
type End = 'APPROVED' | `REJECTED ${string}` | `FAILED ${ReaderFailCode} ${ReaderFailCause}`;

const ENDS: Record<FaultName, End> = {
  'field-lost': 'APPROVED',
  'field-gone': 'FAILED nfc_lost chip_lost',
  'wrong-key': 'FAILED access_denied mrz_refused',
  'password-blocked': 'FAILED access_denied password_blocked',
  'no-application': 'FAILED unsupported_document application_missing',
  slow: 'APPROVED',
  'short-reads': 'APPROVED',
  'wrong-length': 'APPROVED',
  'extended-length-refused': 'APPROVED',
  'answers-in-parts': 'APPROVED',
  'bac-only': 'APPROVED',
  'pace-only': 'APPROVED',
  'pace-cam': 'APPROVED',
  'pace-unknown': 'FAILED unsupported_document pace_unsupported',
  'access-closed': 'FAILED unsupported_document bac_unsupported',
  'pace-breaks': 'APPROVED',
  'pace-step-empty': 'FAILED read_error access_malformed',
  'pace-key-invalid': 'FAILED read_error public_key_invalid',
  'pace-token-wrong': 'FAILED read_error pace_token_wrong',
  'bac-proof-wrong': 'FAILED read_error bac_response_wrong',
  'wrong-mac': 'FAILED read_error checksum_wrong',
  'keys-forgotten': 'FAILED read_error secure_messaging_ended',
  'read-refused': 'FAILED read_error security_status_not_satisfied',
  'internal-error': 'FAILED read_error chip_failure',
  gibberish: 'FAILED read_error response_malformed',
  'answers-endless': 'FAILED read_error response_endless',
  'file-padded': 'APPROVED',
  'file-endless': 'FAILED read_error file_too_long',
  'file-cut-short': 'FAILED read_error file_incomplete',
  'file-garbage': 'FAILED read_error file_malformed',
  'com-missing': 'APPROVED',
  'portrait-missing': 'FAILED read_error file_not_found',
  'challenge-unanswered': 'FAILED nfc_lost active_authentication_lost',
  'challenge-wrong': 'REJECTED chip_auth_failed',
  'chip-authentication-refused': 'REJECTED chip_auth_missing',
};

const SPECIMEN_OF: Partial<Record<FaultName, SpecimenName>> = {
  'pace-cam': 'genuine-ca',
  'chip-authentication-refused': 'genuine-ca',
};

test.each(FAULTS.map(({ name, title }) => ({ name, title, end: ENDS[name] })))(
  '$name ($title): $end',
  async ({ name, end }) => {
    const { id, token } = await world.session({ require_clone_protection: true });
    const lost: string[] = [];
    const { state, code, cause } = await playSpecimen({
      call: callOverFetch(server.base),
      specimen: await world.specimen(SPECIMEN_OF[name] ?? 'genuine'),
      fault: name,
      token,
      platform: 'CLI',
      app_version: '1.0.0',
      wait: async () => {},
      onStep: ({ step }) => void (step === 'LOST' && lost.push(step)),
    });
    expect([state, code, cause].filter(Boolean).join(' ')).toBe(end);
    expect(lost.length > 0).toBe(
      [
        ...['field-lost', 'field-gone', 'wrong-mac', 'keys-forgotten', 'challenge-unanswered'],
        ...['pace-breaks', 'pace-token-wrong', 'bac-proof-wrong'],
      ].includes(name),
    );
    const session = await world.succeed('session.get', { id }, world.account);
    expect(session.state).toBe(state);
    if (session.state !== 'FAILED' && session.state !== 'REJECTED') return;
    expect([session.failure.code, session.failure.cause]).toEqual([code, cause]);
  },
);

describe('the message shown to the person', () => {
  const ends = Object.values(ENDS)
    .filter((end) => end.startsWith('FAILED '))
    .map((end) => end.split(' '));

  test('covers at least sixteen causes, each once', () => {
    const causes = ends.map(([, , cause]) => cause);
    expect(causes.length).toBeGreaterThanOrEqual(16);
    expect(new Set(causes).size).toBe(causes.length);
  });

  test.each(['en', 'es'])('differs for every cause, in %s', (locale) => {
    const sentences = ends.map(([, code = '', cause = '']) => sentenceOfEnd({ code, cause }, locale));
    expect(new Set(sentences).size).toBe(ends.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.{30,}\.$/u);
  });

  test('is the message of the code if the reader names a cause newer than the app', () => {
    expect(sentenceOfEnd({ code: 'nfc_lost', cause: 'cosmic_ray' }, 'en')).toBe(
      sentenceOfEnd({ code: 'nfc_lost' }, 'en'),
    );
  });
});

test('a chip that refuses to sign the challenge is rejected, and its status is named', async () => {
  const { id, token } = await world.session();
  const { aa: _, ...contents } = chipContentsOf(await world.specimen('genuine'));
  const chip = createVirtualChip(contents);
  const end = await runSession({
    call: callOverFetch(server.base),
    token,
    platform: 'CLI',
    app_version: '1.0.0',
    access: { mrz: new TextDecoder().decode(contents.files.dg1!.subarray(5)) },
    connect: async () => chip.transmit,
  });
  expect(end).toMatchObject({ state: 'REJECTED', code: 'chip_auth_missing' });
  const session = (await world.succeed('session.get', { id }, world.account)) as RejectedSession;
  expect(session.chip.checks.clone.message).toContain(
    'the reader reports that the chip refused Active Authentication, with status 6d00',
  );
});
