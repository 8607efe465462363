import {
  beginChipAuthentication,
  type ChipAuthenticationSecret,
  createTrustStore,
  type DocumentFiles,
  type Policy,
  type Verification,
  verifyDocument,
} from '@sigill/emrtd';
import { describe, expect, test } from 'vitest';
import type { ReaderCall, ReaderCalls } from '../../sdk/reader/src/session/service-calls.ts';
import { playSpecimen } from '../../sdk/reader/src/specimen/index.ts';
import { failureReasons } from '../generated/operations.gen.ts';
import { specimenAuthorities } from './specimen-authority.ts';
import { expectedOutcome, SPECIMENS, type SpecimenName } from './specimen-catalogue.ts';
import { specimenBundle } from './specimens.ts';

const at = new Date('2026-11-21T10:00:00Z');
const challenge = Uint8Array.from([0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff, 0x00, 0x11]);
const trust = createTrustStore([{ name: 'Specimens', certificates: specimenAuthorities(), specimen: true }]);

/** Codes that the engine cannot return, because images are decoded and faces compared later. */
const LATER_CODES = ['portrait_unreadable', 'face_mismatch'];

async function read(name: SpecimenName, policy: Partial<Policy> = {}) {
  let verification: Verification | undefined;
  let secret: ChipAuthenticationSecret | undefined;
  const decide = ({
    files,
    aa_signature,
    ca_response,
  }: ReaderCalls['reader.submit']['params']): ReaderCalls['reader.submit']['answer'] => {
    const bytes = Object.fromEntries(Object.entries(files).map(([file, text]) => [file, bytesOf(text)]));
    const signature = aa_signature === undefined ? {} : { aa_signature: bytesOf(aa_signature) };
    const chip_authentication = secret && ca_response && { secret, response: bytesOf(ca_response) };
    const proofs = { challenge, ...signature, ...(chip_authentication && { chip_authentication }) };
    const evidence = { files: bytes as unknown as DocumentFiles, ...proofs };
    verification = verifyDocument(evidence, { at, trust, passport_only: false, ...policy });
    const { verdict, reason } = verification;
    return { state: verdict, ...(reason && { failure: { code: reason, ...failureReasons[reason] } }) };
  };
  const answers: { [Name in keyof ReaderCalls]: (params: ReaderCalls[Name]['params']) => ReaderCalls[Name]['answer'] } =
    {
      'reader.open': () => ({
        state: 'CREATED',
        face_verification: false,
        passport_only: policy.passport_only ?? false,
        expires: at.toISOString(),
        app_link: 'sigill:session',
        specimen: true,
        demo: false,
      }),
      'reader.start': () => ({
        reader_key: 'reader-key-of-this-test',
        limits: {
          dg2_bytes: 262_144,
          file_bytes: 65_536,
          face_bytes: 2_097_152,
          frame_bytes: 262_144,
          frames: 4,
          body_bytes: 6_291_456,
          challenges: 10,
        },
      }),
      'reader.challenge': () => ({ challenge: Buffer.from(challenge).toString('base64'), expires: at.toISOString() }),
      'reader.chip_authentication'({ dg14 }) {
        const begun = beginChipAuthentication(bytesOf(dg14))!;
        secret = begun.secret;
        const { ephemeral_public_key, probe_apdu, ...request } = begun.request;
        const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
        const keys = { ephemeral_public_key: base64(ephemeral_public_key), probe_apdu: base64(probe_apdu) };
        return { ...request, ...keys, expires: at.toISOString() };
      },
      'reader.submit': decide,
      'reader.fail': ({ code, message }) => ({ state: 'FAILED', failure: { code, message, retryable: true } }),
      'reader.abort': () => ({ state: 'ABORTED' }),
    };
  const call: ReaderCall = async (callName, params) => answers[callName](params);
  const specimen = specimenBundle(name, policy.at ?? at);
  const end = await playSpecimen({
    call,
    specimen,
    token: 'token-of-this-test',
    platform: 'CLI',
    app_version: '1.0.0',
  });
  const { state, code } = end;
  return { end: { state, ...(code && { code }) }, verification };
}

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

describe('every specimen ends in its own code', () => {
  test.each(SPECIMENS)('$name: $outcome.state $outcome.code', async ({ name, outcome }) => {
    const isDecidedLater = LATER_CODES.includes(outcome.code ?? '');
    const { end, verification } = await read(name);
    expect(end).toEqual(isDecidedLater ? { state: 'APPROVED' } : outcome);
    if (verification) expect(verification.specimen).toBe(true);
  });
});

test('an identity card is refused when only passports are accepted', async () => {
  const { end } = await read('id-card', { passport_only: true });
  expect(end).toEqual(expectedOutcome('id-card', { face_verification: false, passport_only: true }));
  expect(end.code).toBe('document_type_not_allowed');
});

test.each(['2024-02-29', '2030-01-01', '2039-12-31'])('genuine documents are genuine on %s', async (date) => {
  const policy = { at: new Date(`${date}T12:00:00Z`) };
  for (const name of ['genuine', 'genuine-rsa-pss', 'id-card'] as const) {
    expect((await read(name, policy)).end).toEqual({ state: 'APPROVED' });
  }
  expect((await read('expired-document', policy)).end.code).toBe('document_expired');
  expect((await read('expired-signer', policy)).end.code).toBe('certificate_expired');
});

test('a refused specimen has only one defect', async () => {
  for (const { name, outcome } of SPECIMENS.filter(({ outcome }) => outcome.state === 'REJECTED')) {
    const { verification } = await read(name);
    const codes = Object.values(verification!.checks).flatMap(({ code }) => code ?? []);
    expect(codes, name).toEqual(LATER_CODES.includes(outcome.code!) ? [] : [outcome.code]);
  }
});

test('no specimen is trusted without the specimen authority', async () => {
  const nobody = createTrustStore([]);
  expect((await read('genuine', { trust: nobody })).end.code).toBe('issuer_unknown');
});

test('the specimen with outdated hashes is approved, unless weak algorithms are refused', async () => {
  const session = { face_verification: false, passport_only: false };
  const { verification, end } = await read('weak-digest');
  expect(end).toEqual(expectedOutcome('weak-digest', session));
  expect(verification!.weaknesses).toEqual([
    { where: 'DATA_GROUPS', algorithm: 'SHA-1' },
    { where: 'SECURITY_OBJECT', algorithm: 'SHA-1' },
  ]);
  expect((await read('weak-digest', { refuse_weak: true })).end).toEqual(
    expectedOutcome('weak-digest', { ...session, refuse_weak: true }),
  );
});

test('a genuine chip proves that it is the original and contains the whole identity', async () => {
  const [ec, rsa, card] = [await read('genuine'), await read('genuine-rsa-pss'), await read('id-card')];
  for (const { verification } of [ec, rsa, card]) {
    expect(verification!.clone_protection).toBe('ACTIVE_AUTHENTICATION');
    expect(verification!.weak_algorithms).toEqual([]);
    expect(verification!.flags).toEqual([]);
  }
  const { verification: ca } = await read('genuine-ca', { require_clone_protection: true });
  expect(ca).toMatchObject({ clone_protection: 'CHIP_AUTHENTICATION', data_groups: [1, 2, 11, 12, 14] });
  expect(ec.verification!.data_groups).toEqual([1, 2, 11, 12, 14, 15]);
  expect(rsa.verification!.data_groups).toEqual([1, 2, 11, 12, 15]);
  expect(ec.verification!.data).toMatchObject({
    surname: 'VINTERGLANS',
    given_names: 'ALMA SIGRID',
    sex: 'FEMALE',
    date_of_birth: '1990-04-12',
    personal_number: 'UT900412X',
    document_type: 'PASSPORT',
    document_number: 'SG0000001',
    expiry_date: '2033-01-14',
  });
  expect(rsa.verification!.data).toMatchObject({ surname: 'MÅNSTRÅLE', given_names: 'TURE ÅKE BARTOLOMEUS ALEXANDER' });
  expect(card.verification!.data).toMatchObject({ document_type: 'ID_CARD', sex: 'UNSPECIFIED' });
  expect(ec.verification!.portrait!.format).toBe('jpeg');
  expect(card.verification!.portrait!.format).toBe('jp2');
});
