/**
 * The reference reader: takes a specimen document through a session exactly as a phone does, over the public `reader.*` calls.
 * Runs in browsers and in Node on WebCrypto alone; the caller brings the transport.
 */
import type {
  DocumentFiles,
  ReaderAbortParams,
  ReaderAbortResponse,
  ReaderChallengeParams,
  ReaderChallengeResponse,
  ReaderChipAuthenticationParams,
  ReaderChipAuthenticationResponse,
  ReaderFailCode,
  ReaderFailParams,
  ReaderFailResponse,
  ReaderOpenParams,
  ReaderOpenResponse,
  ReaderStartParams,
  ReaderStartResponse,
  ReaderSubmitHeaders,
  ReaderSubmitParams,
  ReaderSubmitResponse,
  SessionState,
} from '../generated/reader/types.gen.ts';
import { chipAuthentication } from './chip-authentication.ts';
import { signRecoverable } from './iso-9796-2.ts';

/** A specimen document as the service issues it: files and images in base64. */
export interface ReaderBundle {
  files: DocumentFiles;
  /** The private key that answers Active Authentication, as a real chip would keep inside. */
  aa?: { algorithm: 'ECDSA_P256_SHA256' | 'RSA_ISO9796_2_SHA256'; private_key_jwk: ChipKey };
  /** The private key of DG14, with which the chip answers Chip Authentication. */
  ca?: { algorithm: 'ECDH_P256_AES_128'; private_key_jwk: ChipKey };
  /** An image of the holder, sent when the session asks for face verification. */
  face?: string;
  /** Further images of the holder, a moment apart, sent with it. */
  face_frames?: string[];
  behaviour: ReaderBehaviour;
}

/** A private key as a JSON Web Key (RFC 7517). */
export interface ChipKey {
  kty?: string;
  crv?: string;
  x?: string;
  y?: string;
  n?: string;
  e?: string;
  d?: string;
}

/** What this reader and its chip do. All but SIGN play an attack or an accident. */
export type ReaderBehaviour =
  | { action: 'SUBMIT'; active_authentication: 'SIGN' | 'OMIT' }
  | { action: 'SUBMIT'; active_authentication: 'REPLAY'; recorded_signature: string }
  | { action: 'FAIL'; code: ReaderFailCode; message: string }
  | { action: 'ABORT' };

/** The calls that the reader makes: what each takes, and what it answers. */
export interface ReaderCalls {
  'reader.open': { params: ReaderOpenParams; answer: ReaderOpenResponse };
  'reader.start': { params: ReaderStartParams; answer: ReaderStartResponse };
  'reader.challenge': { params: ReaderChallengeParams; answer: ReaderChallengeResponse };
  'reader.chip_authentication': { params: ReaderChipAuthenticationParams; answer: ReaderChipAuthenticationResponse };
  'reader.submit': { params: ReaderSubmitParams; answer: ReaderSubmitResponse };
  'reader.fail': { params: ReaderFailParams; answer: ReaderFailResponse };
  'reader.abort': { params: ReaderAbortParams; answer: ReaderAbortResponse };
}

/** Who submits: headers of `reader.submit`, because the service looks at them before it reads the body. */
export type ReaderHeaders = ReaderSubmitHeaders;

/** How the session stands after the last call, and why it was refused. */
export type ReaderEnd = ReaderSubmitResponse;

/** Makes one call with its headers, and returns the answer. @throws when it is refused. */
export type ReaderCall = <Name extends keyof ReaderCalls>(
  name: Name,
  params: ReaderCalls[Name]['params'],
  headers?: ReaderHeaders,
) => Promise<ReaderCalls[Name]['answer']>;

/** What has just been done, in order. Says sizes and codes, never what is in the document. */
export type ReaderStep =
  | { step: 'OPENED'; state: SessionState; face_verification: boolean }
  | { step: 'STARTED' }
  | { step: 'READ'; file_bytes: Record<string, number> }
  | { step: 'CHALLENGED'; expires: string }
  | { step: 'ANSWERED'; active_authentication: 'SIGN' | 'OMIT' | 'REPLAY' | 'NOT_SUPPORTED' }
  | { step: 'PROBED'; protocol: string }
  | ({ step: 'ENDED' } & ReaderEnd);

export interface ReaderOptions {
  call: ReaderCall;
  bundle: ReaderBundle;
  token: string;
  platform: ReaderStartParams['platform'];
  app_version: string;
  onStep?: (step: ReaderStep) => void;
}

/** Drives the session of `token` to an end and returns it. A refused call is thrown as `call` throws it. */
export async function runReader({
  call,
  bundle,
  token,
  platform,
  app_version,
  onStep,
}: ReaderOptions): Promise<ReaderEnd> {
  const { files, behaviour } = bundle;
  const report = (step: ReaderStep) => onStep?.(step);
  const end = (ending: ReaderEnd) => {
    report({ step: 'ENDED', ...ending });
    return ending;
  };

  const { state, face_verification } = await call('reader.open', { token });
  report({ step: 'OPENED', state, face_verification });
  const { reader_key } = await call('reader.start', { token, platform, app_version });
  report({ step: 'STARTED' });
  if (behaviour.action === 'ABORT') return end(await call('reader.abort', { token, reader_key }));
  if (behaviour.action === 'FAIL') {
    const { code, message } = behaviour;
    return end(await call('reader.fail', { token, reader_key, code, message }));
  }

  report({ step: 'READ', file_bytes: sizesOf(files) });
  const { challenge, expires } = await call('reader.challenge', { token, reader_key });
  report({ step: 'CHALLENGED', expires });
  const aa_signature = await answerOf(bundle, fromBase64(challenge));
  report({ step: 'ANSWERED', active_authentication: bundle.aa ? behaviour.active_authentication : 'NOT_SUPPORTED' });
  const ca_response = await probeAnswer(bundle, async (dg14) => {
    const request = await call('reader.chip_authentication', { token, reader_key, dg14 });
    report({ step: 'PROBED', protocol: request.protocol });
    return request;
  });
  const { face, face_frames } = face_verification ? bundle : {};
  const submission = {
    challenge,
    files,
    ...(aa_signature && { aa_signature }),
    ...(ca_response && { ca_response }),
    ...(face && { face }),
    ...(face_frames && { face_frames }),
  };
  return end(await call('reader.submit', submission, { 'Session-Token': token, 'Reader-Key': reader_key }));
}

/** What the chip answers to INTERNAL AUTHENTICATE (ICAO 9303-11, 6.1), or nothing. */
async function answerOf({ aa, behaviour }: ReaderBundle, challenge: Uint8Array): Promise<string | undefined> {
  if (!aa || behaviour.action !== 'SUBMIT' || behaviour.active_authentication === 'OMIT') return undefined;
  if (behaviour.active_authentication === 'REPLAY') return behaviour.recorded_signature;
  return toBase64(await activeAuthentication(aa, challenge));
}

/** What the chip answers to the probe of Chip Authentication. It is last, because the reader does not have the new keys. */
async function probeAnswer(
  { ca, files }: ReaderBundle,
  begin: (dg14: string) => Promise<ReaderChipAuthenticationResponse>,
): Promise<string | undefined> {
  if (!ca || !files.dg14) return undefined;
  return toBase64(await chipAuthentication(ca.private_key_jwk, await begin(files.dg14)));
}

/** Signs a challenge with the chip's key: plain ECDSA (r‖s), or RSA with message recovery. */
export async function activeAuthentication(
  { algorithm, private_key_jwk }: NonNullable<ReaderBundle['aa']>,
  challenge: Uint8Array,
): Promise<Uint8Array> {
  if (algorithm === 'RSA_ISO9796_2_SHA256') return signRecoverable(private_key_jwk, challenge);
  const key = await crypto.subtle.importKey('jwk', private_key_jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
  ]);
  return new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, Uint8Array.from(challenge)));
}

const sizesOf = (files: DocumentFiles): Record<string, number> =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [name, fromBase64(content).length]));

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
