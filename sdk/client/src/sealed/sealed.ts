/**
 * Opens what the service has sealed to an account's delivery key (`sealed_data`, a compact JWE of RFC 7516), and makes such keys.
 * It needs only WebCrypto: Node 20, browsers, workers.
 */
import type { ApprovedSession } from '../generated/api/types.gen.ts';
import { DecryptionError, refuse } from './decryption-error.ts';
import { decrypted, headerOf } from './jwe.ts';
import { type DecryptionKey, type Jwk, publicPart, readPrivateKey, thumbprint } from './jwk.ts';

export { DecryptionError, type DecryptionRefusal } from './decryption-error.ts';
export type { DecryptionKey, Jwk } from './jwk.ts';

export interface UnsealOptions {
  /** Private keys of the account. Pass the previous one too while its sessions are kept. */
  keys: DecryptionKey | readonly DecryptionKey[];
  /** The format of `portrait` and `face`, as in `session.get`. The default is `png`. */
  portrait_format?: 'png' | 'jpeg' | undefined;
}

export interface Unsealed<T> {
  /** The session as it would be returned without a delivery key. */
  session: T;
  /** The signed statement that `session.proof` would return. */
  proof: string;
}

/** What is in `sealed_data` besides the fields of a session. */
interface Content {
  id: number;
  proof: string;
  portrait_jpeg?: string;
  face_jpeg?: string;
}

/**
 * Opens the sealed data of a session.
 * @throws DecryptionError when a key is unusable, none of the keys fits, or the data is malformed or not authentic.
 */
export async function unsealSession<T extends { id: number; sealed_data?: ApprovedSession['sealed_data'] }>(
  { sealed_data, ...session }: T,
  { keys, portrait_format = 'png' }: UnsealOptions,
): Promise<Unsealed<Omit<T, 'sealed_data'>>> {
  if (!sealed_data) return refuse('malformed', 'The session has no sealed_data.');
  const { kid } = headerOf(sealed_data);
  const text = await decrypted(sealed_data, await keyFor(kid, keys));
  const { proof, portrait_jpeg, face_jpeg, ...content } = JSON.parse(text) as Content;
  // This only checks that the content belongs to this session. It does not prove who sealed it: anyone with the public key can seal
  // something.
  if (content.id !== session.id) refuse('not_authentic', 'The sealed data belongs to another session.');
  const jpegs = portrait_format === 'jpeg' && {
    ...(portrait_jpeg && { portrait: portrait_jpeg }),
    ...(face_jpeg && { face: face_jpeg }),
  };
  return { session: { ...session, ...content, ...jpegs }, proof };
}

async function keyFor(wanted: string, keys: UnsealOptions['keys']): Promise<Jwk> {
  const all = await Promise.all([keys].flat().map(readPrivateKey));
  const given = await Promise.all(all.map(thumbprint));
  const key = all[given.indexOf(wanted)];
  if (key) return key;
  const text = `The data is sealed to the key ${wanted}. decryptionKey is ${given.join(', ') || 'empty'}.`;
  throw new DecryptionError('wrong_key', text, { wanted, given });
}

/** A new delivery key, P-256. Give `publicKey` to `merchant.change_delivery_key`, and keep `privateKey` where nobody else can read it. */
export async function createDeliveryKey(): Promise<{ publicKey: Jwk; privateKey: Jwk; kid: string }> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const { kty, crv, x, y, d } = (await crypto.subtle.exportKey('jwk', pair.privateKey)) as Jwk;
  const kid = await thumbprint({ kty, crv, x, y });
  const named = { kty, crv, x, y, kid, alg: 'ECDH-ES+A256KW', use: 'enc' };
  return { publicKey: named, privateKey: { ...named, d }, kid };
}

/** The thumbprint of a key (RFC 7638), which is the `kid` of the data sealed to it. */
export const deliveryKeyId = async (key: DecryptionKey): Promise<string> => thumbprint(await readPrivateKey(key));

/** The public half of a private key, for `merchant.change_delivery_key`. */
export const publicKeyOf = async (key: DecryptionKey): Promise<Jwk> => publicPart(await readPrivateKey(key));
