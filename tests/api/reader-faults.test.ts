/** Everything that goes wrong with a chip, through the reader and the real service: each ends in its own code and with a sentence that helps, or is got over. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callOverFetch, sentenceOf } from '../../sdk/reader/src/index.ts';
import { playSpecimen } from '../../sdk/reader/src/specimen/index.ts';
import { FAULTS, type FaultName } from '../../sdk/reader/src/virtual-chip/index.ts';
import type { SpecimenName } from '../../server/specimen/specimen-catalogue.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';
import { createWorld, type World } from '../support/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

type End = 'APPROVED' | `REJECTED ${string}` | `FAILED ${string}`;

const ENDS: Record<FaultName, End> = {
  'field-lost': 'APPROVED',
  'field-gone': 'FAILED nfc_lost',
  'wrong-key': 'FAILED access_denied',
  'no-application': 'FAILED unsupported_document',
  slow: 'APPROVED',
  'short-reads': 'APPROVED',
  'wrong-length': 'APPROVED',
  'extended-length-refused': 'APPROVED',
  'answers-in-parts': 'APPROVED',
  'bac-only': 'APPROVED',
  'pace-only': 'APPROVED',
  'pace-cam': 'APPROVED',
  'pace-unknown': 'FAILED unsupported_document',
  'pace-token-wrong': 'FAILED read_error',
  'wrong-mac': 'FAILED read_error',
  'keys-forgotten': 'FAILED read_error',
  'read-refused': 'FAILED read_error',
  'internal-error': 'FAILED read_error',
  gibberish: 'FAILED read_error',
  'file-padded': 'APPROVED',
  'file-endless': 'FAILED read_error',
  'file-cut-short': 'FAILED read_error',
  'file-garbage': 'FAILED read_error',
  'com-missing': 'APPROVED',
  'portrait-missing': 'FAILED read_error',
  'challenge-unanswered': 'FAILED nfc_lost',
  'challenge-wrong': 'REJECTED chip_auth_failed',
  'chip-authentication-refused': 'REJECTED chip_auth_missing',
};

/** Faults that need a key which the genuine passport does not have. */
const SPECIMEN_OF: Partial<Record<FaultName, SpecimenName>> = {
  'pace-cam': 'genuine-ca',
  'chip-authentication-refused': 'genuine-ca',
};

test.each(FAULTS.map(({ name, title }) => ({ name, title, end: ENDS[name] })))(
  '$name ($title): $end',
  async ({ name, end }) => {
    const { id, token } = await world.session({ require_clone_protection: true });
    const lost: string[] = [];
    const { state, code } = await playSpecimen({
      call: callOverFetch(server.base),
      specimen: await world.specimen(SPECIMEN_OF[name] ?? 'genuine'),
      fault: name,
      token,
      platform: 'CLI',
      app_version: '1.0.0',
      wait: async () => {},
      onStep: ({ step }) => void (step === 'LOST' && lost.push(step)),
    });
    expect([state, code].filter(Boolean).join(' ')).toBe(end);
    expect(lost.length > 0).toBe(
      ['field-lost', 'field-gone', 'wrong-mac', 'keys-forgotten', 'challenge-unanswered', 'pace-token-wrong'].includes(
        name,
      ),
    );
    const session = await world.succeed('session.get', { id }, world.account);
    expect(session.state).toBe(state);
    if (session.state === 'FAILED' || session.state === 'REJECTED') expect(session.failure.code).toBe(code);
  },
);

describe('what the person is told', () => {
  const codes = [...new Set(Object.values(ENDS).flatMap((end) => (end.startsWith('FAILED ') ? [end.slice(7)] : [])))];

  test.each(['en', 'es'])('is a sentence of its own for every way to fail, in %s', (locale) => {
    const sentences = codes.map((code) => sentenceOf(code, locale));
    expect(new Set(sentences).size).toBe(codes.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.{30,}\.$/u);
  });
});
