import { constants, createHash, createPublicKey, generateKeyPairSync, publicDecrypt, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { activeAuthentication, type ReaderBundle, type ReaderCall, type ReaderStep, runReader } from './reader.ts';

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const challenge = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ecChip: NonNullable<ReaderBundle['aa']> = {
  algorithm: 'ECDSA_P256_SHA256',
  private_key_jwk: ec.privateKey.export({ format: 'jwk' }),
};

const bundle = (change: Partial<ReaderBundle> = {}): ReaderBundle => ({
  files: { com: 'AA==', sod: 'AAE=', dg1: 'AAEC', dg2: 'AAECAw==' },
  aa: ecChip,
  face: 'ZmFjZQ==',
  face_frames: ['ZnJhbWU='],
  behaviour: { action: 'SUBMIT', active_authentication: 'SIGN' },
  ...change,
});

/** Plays the server and keeps every call. */
function server({ face_verification = false } = {}) {
  const calls: { name: string; body: Record<string, unknown>; headers: object | undefined }[] = [];
  const answers: Record<string, unknown> = {
    'reader.open': { state: 'CREATED', face_verification, passport_only: false },
    'reader.start': { reader_key: 'key-of-this-device' },
    'reader.challenge': { challenge: base64(challenge), expires: '2026-11-21T10:02:00.000Z' },
    'reader.submit': { state: 'APPROVED' },
    'reader.fail': { state: 'FAILED' },
    'reader.abort': { state: 'ABORTED' },
  };
  const call = (async (name: string, body: Record<string, unknown>, headers?: object) => {
    calls.push({ name, body, headers });
    return answers[name];
  }) as ReaderCall;
  return { call, calls, names: () => calls.map(({ name }) => name), last: () => calls.at(-1)!.body };
}

const run = (call: ReaderCall, change?: Partial<ReaderBundle>, onStep?: (step: ReaderStep) => void) =>
  runReader({ call, bundle: bundle(change), token: 'token-of-session', platform: 'CLI', app_version: '1.0.0', onStep });

describe('runReader', () => {
  test('opens, starts, takes a challenge and submits the files with the answer of the chip', async () => {
    const { call, calls, names, last } = server();
    expect(await run(call)).toEqual({ state: 'APPROVED' });
    expect(names()).toEqual(['reader.open', 'reader.start', 'reader.challenge', 'reader.submit']);
    const { aa_signature, ...submission } = last();
    expect(submission).toEqual({ challenge: base64(challenge), files: bundle().files });
    expect(calls.at(-1)!.headers).toEqual({ 'Session-Token': 'token-of-session', 'Reader-Key': 'key-of-this-device' });
    const signature = Buffer.from(aa_signature as string, 'base64');
    expect(verify('sha256', challenge, { key: ec.publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
  });

  test('tells each step without anything from the document', async () => {
    const steps: ReaderStep[] = [];
    await run(server().call, {}, (step) => steps.push(step));
    expect(steps).toEqual([
      { step: 'OPENED', state: 'CREATED', face_verification: false },
      { step: 'STARTED' },
      { step: 'READ', file_bytes: { com: 1, sod: 2, dg1: 3, dg2: 4 } },
      { step: 'CHALLENGED', expires: '2026-11-21T10:02:00.000Z' },
      { step: 'ANSWERED', active_authentication: 'SIGN' },
      { step: 'ENDED', state: 'APPROVED' },
    ]);
  });

  test('sends the face only when the session asks for it', async () => {
    const [without, asked] = [server(), server({ face_verification: true })];
    await run(without.call);
    await run(asked.call);
    expect(without.last()).not.toHaveProperty('face');
    expect(asked.last()['face']).toBe('ZmFjZQ==');
    expect(asked.last()['face_frames']).toEqual(['ZnJhbWU=']);
    expect(without.last()).not.toHaveProperty('face_frames');
  });

  test('sends a recorded answer when the chip is replayed, and none when it is left out or the chip has no key', async () => {
    const [replayed, omitted, keyless] = [server(), server(), server()];
    const behaviour = { action: 'SUBMIT', active_authentication: 'REPLAY', recorded_signature: 'b2xk' } as const;
    await run(replayed.call, { behaviour });
    await run(omitted.call, { behaviour: { action: 'SUBMIT', active_authentication: 'OMIT' } });
    await run(keyless.call, { aa: undefined });
    expect(replayed.last()['aa_signature']).toBe('b2xk');
    expect(omitted.last()).not.toHaveProperty('aa_signature');
    expect(keyless.last()).not.toHaveProperty('aa_signature');
  });

  test('reports a failure and a cancellation after it has started', async () => {
    const [failing, cancelling] = [server(), server()];
    await run(failing.call, { behaviour: { action: 'FAIL', code: 'nfc_lost', message: 'Tag lost' } });
    await run(cancelling.call, { behaviour: { action: 'ABORT' } });
    expect(failing.names()).toEqual(['reader.open', 'reader.start', 'reader.fail']);
    expect(failing.last()).toMatchObject({ reader_key: 'key-of-this-device', code: 'nfc_lost', message: 'Tag lost' });
    expect(cancelling.names()).toEqual(['reader.open', 'reader.start', 'reader.abort']);
  });

  test('throws a refusal as the transport does and calls nothing more', async () => {
    const { call, names } = server();
    const refusing = ((name: 'reader.open', body: { token: string }) =>
      name === ('reader.start' as string)
        ? Promise.reject(new Error('started elsewhere'))
        : call(name, body)) as ReaderCall;
    await expect(run(refusing)).rejects.toThrow('started elsewhere');
    expect(names()).toEqual(['reader.open']);
  });
});

describe('activeAuthentication', () => {
  test('signs with RSA so that the recovered message ends in the hash of itself and the challenge', async () => {
    const jwk = rsa.privateKey.export({ format: 'jwk' });
    const signature = await activeAuthentication(
      { algorithm: 'RSA_ISO9796_2_SHA256', private_key_jwk: jwk },
      challenge,
    );
    const padding = constants.RSA_NO_PADDING;
    const recovered = publicDecrypt({ key: createPublicKey({ key: jwk, format: 'jwk' }), padding }, signature);
    expect(recovered[0]).toBe(0x6a);
    expect([...recovered.subarray(-2)]).toEqual([0x34, 0xcc]);
    const hash = createHash('sha256').update(recovered.subarray(1, -34)).update(challenge).digest();
    expect(recovered.subarray(-34, -2)).toEqual(hash);
  });

  test('draws new random bytes for every RSA answer', async () => {
    const chip = {
      algorithm: 'RSA_ISO9796_2_SHA256',
      private_key_jwk: rsa.privateKey.export({ format: 'jwk' }),
    } as const;
    expect(await activeAuthentication(chip, challenge)).not.toEqual(await activeAuthentication(chip, challenge));
  });

  test('refuses an RSA key without its private part', async () => {
    const { n } = rsa.privateKey.export({ format: 'jwk' });
    const chip = { algorithm: 'RSA_ISO9796_2_SHA256', private_key_jwk: { n } } as const;
    await expect(activeAuthentication(chip, challenge)).rejects.toThrow('An RSA private key needs n and d.');
  });
});
