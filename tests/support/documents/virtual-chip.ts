/**
 * The chip's side of Chip Authentication, written from Doc 9303-11 independently of the engine: its keys, its DG14, and its
 * responses. It works the slow way, block by block.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { der, derBitString, derInteger, derOid } from '../../../sdk/emrtd/src/asn1/der-values.ts';

export type ChipCipher = '3DES' | 'AES-128' | 'AES-192' | 'AES-256';
const CIPHERS: readonly ChipCipher[] = ['3DES', 'AES-128', 'AES-192', 'AES-256'];

export interface ChipKey {
  kind: 'DH' | 'ECDH';
  privateKey: KeyObject;
  publicKey: KeyObject;
  spki: Buffer;
  key_id?: number;
}

export function ecdhChipKey(
  namedCurve = 'brainpoolP256r1',
  key_id?: number,
  paramEncoding: 'explicit' | 'named' = 'explicit',
) {
  return chipKey('ECDH', generateKeyPairSync('ec', { namedCurve, paramEncoding }), key_id);
}

export const dhChipKey = (group = 'modp14', key_id?: number) => chipKey('DH', generateDh('dh', { group }), key_id);

/** Node's type declarations lack this overload. */
const generateDh = generateKeyPairSync as unknown as (type: 'dh', options: { group: string }) => KeyPair;

interface KeyPair {
  privateKey: KeyObject;
  publicKey: KeyObject;
}

function chipKey(kind: ChipKey['kind'], { privateKey, publicKey }: KeyPair, key_id?: number): ChipKey {
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  return { kind, privateKey, publicKey, spki, ...(key_id !== undefined && { key_id }) };
}

const idOf = ({ key_id }: { key_id?: number }) => (key_id === undefined ? [] : [derInteger(key_id)]);

const arc = (kind: ChipKey['kind']) => (kind === 'DH' ? 1 : 2);

export const protocolOf = (kind: ChipKey['kind'], cipher: ChipCipher) =>
  `0.4.0.127.0.7.2.2.3.${arc(kind)}.${CIPHERS.indexOf(cipher) + 1}`;

/** ChipAuthenticationPublicKeyInfo. */
export const keyInfo = (key: ChipKey) =>
  der(0x30, derOid(`0.4.0.127.0.7.2.2.1.${arc(key.kind)}`), key.spki, ...idOf(key));

/** ChipAuthenticationInfo. */
export const protocolInfo = (kind: ChipKey['kind'], cipher: ChipCipher, key: { key_id?: number } = {}, version = 1) =>
  der(0x30, derOid(protocolOf(kind, cipher)), derInteger(version), ...idOf(key));

/** PACEInfo of PACE with Chip Authentication Mapping and AES-128. DG14 repeats it from EF.CardAccess. */
export const mappingInfo = () => der(0x30, derOid('0.4.0.127.0.7.2.2.4.6.2'), derInteger(2), derInteger(13));

export const dg14With = (...infos: Buffer[]) => der(0x6e, der(0x31, ...infos));

export function dg14WithChipAuthentication(): string {
  return dg14With(protocolInfo('ECDH', 'AES-128'), keyInfo(ecdhChipKey())).toString('base64');
}

/** How the chip responds to MSE:Set AT or KAT with the reader's public key, and to the command after it. */
export function answerOfChip(
  key: ChipKey,
  request: { protocol: string; ephemeral_public_key: Uint8Array; probe_apdu: Uint8Array },
): Buffer {
  const cipher = CIPHERS[Number(request.protocol.at(-1)) - 1];
  if (!cipher) throw new Error(`The chip does not know ${request.protocol}`);
  const secret = diffieHellman({
    privateKey: key.privateKey,
    publicKey: publicKeyOf(key, request.ephemeral_public_key),
  });
  const session = { cipher, enc: keyFrom(secret, cipher, 1), mac: keyFrom(secret, cipher, 2) };
  const apdu = Buffer.from(request.probe_apdu);
  if (!isCommandForMe(session, apdu)) return Buffer.from('6988', 'hex');
  const status = Buffer.from('99029000', 'hex');
  return Buffer.concat([status, Buffer.from('8e08', 'hex'), macOf(session, 2, status), Buffer.from('9000', 'hex')]);
}

interface Session {
  cipher: ChipCipher;
  enc: Buffer;
  mac: Buffer;
}

/** True if the command's checksum is correct and it selects EF.COM. */
function isCommandForMe(session: Session, apdu: Buffer): boolean {
  const [header, body] = [apdu.subarray(0, 4), apdu.subarray(5, -1)];
  const [cryptogram, checksum] = [body.subarray(0, -10), body.subarray(-8)];
  if (apdu[4] !== body.length || body[0] !== 0x87 || body.at(-10) !== 0x8e || apdu.at(-1) !== 0) return false;
  const block = session.cipher === '3DES' ? 8 : 16;
  if (!macOf(session, 1, pad(header, block), cryptogram).equals(checksum)) return false;
  const data = decrypted(session, cryptogram.subarray(3));
  return header.toString('hex') === '0ca4020c' && data.equals(pad(Buffer.from('011e', 'hex'), block));
}

function decrypted({ cipher, enc }: Session, blocks: Buffer): Buffer {
  if (cipher === '3DES')
    return createDecipheriv('des-ede3-cbc', Buffer.concat([enc, enc.subarray(0, 8)]), Buffer.alloc(8))
      .setAutoPadding(false)
      .update(blocks);
  const iv = aes(enc, counter(1, 16));
  return createDecipheriv(`aes-${enc.length * 8}-cbc`, enc, iv)
    .setAutoPadding(false)
    .update(blocks);
}

function publicKeyOf(key: ChipKey, ephemeral: Uint8Array): KeyObject {
  // The domain parameters are from the chip's key, and the public value is the reader's.
  const spki = Buffer.from(key.spki);
  const parameters = spki.subarray(spki[1] === 0x82 ? 4 : 3);
  const length =
    parameters[1] === 0x82
      ? 4 + parameters.readUInt16BE(2)
      : parameters[1] === 0x81
        ? 3 + parameters[2]!
        : 2 + parameters[1]!;
  const value = key.kind === 'DH' ? derInteger(BigInt(`0x${Buffer.from(ephemeral).toString('hex')}`)) : ephemeral;
  const algorithm = spki[1]! < 0x80 ? spki.subarray(2, 4 + spki[3]!) : parameters.subarray(0, length);
  return createPublicKey({ key: der(0x30, algorithm, derBitString(value)), format: 'der', type: 'spki' });
}

function keyFrom(secret: Buffer, cipher: ChipCipher, purpose: number): Buffer {
  const length = { '3DES': 16, 'AES-128': 16, 'AES-192': 24, 'AES-256': 32 }[cipher];
  const hash = createHash(length > 16 ? 'sha256' : 'sha1');
  return hash
    .update(Buffer.concat([secret, Buffer.from([0, 0, 0, purpose])]))
    .digest()
    .subarray(0, length);
}

const counter = (value: number, length: number) => Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex');

function pad(bytes: Uint8Array, block: number): Buffer {
  const zeros = Buffer.alloc(block - 1 - (bytes.length % block));
  return Buffer.concat([bytes, Buffer.of(0x80), zeros]);
}

function macOf({ cipher, mac }: Session, value: number, ...parts: Uint8Array[]): Buffer {
  const block = cipher === '3DES' ? 8 : 16;
  const blocks = pad(Buffer.concat([counter(value, block), ...parts]), block);
  return cipher === '3DES' ? desMac(mac, blocks) : aesMac(mac, blocks).subarray(0, 8);
}

function desMac(key: Buffer, blocks: Buffer): Buffer {
  const [k1, k2] = [key.subarray(0, 8), key.subarray(8)];
  let state: Buffer = Buffer.alloc(8);
  for (let at = 0; at < blocks.length; at += 8) state = des(k1, xor(state, blocks.subarray(at, at + 8)));
  return des(k1, des(k2, state, createDecipheriv));
}

const des = (
  key: Buffer,
  block: Buffer,
  make: typeof createCipheriv | typeof createDecipheriv = createCipheriv,
): Buffer =>
  make('des-ede3-ecb', Buffer.concat([key, key, key]), null)
    .setAutoPadding(false)
    .update(block);

const aes = (key: Buffer, block: Buffer): Buffer =>
  createCipheriv(`aes-${key.length * 8}-ecb`, key, null)
    .setAutoPadding(false)
    .update(block);

/** Calculates CMAC of whole blocks (RFC 4493, 2.4), deriving K1 with integers instead of shifted bytes. */
function aesMac(key: Buffer, blocks: Buffer): Buffer {
  const l = BigInt(`0x${aes(key, Buffer.alloc(16)).toString('hex')}`);
  const doubled = (l << 1n) & ((1n << 128n) - 1n);
  const k1 = Buffer.from((l >> 127n ? doubled ^ 0x87n : doubled).toString(16).padStart(32, '0'), 'hex');
  let state: Buffer = Buffer.alloc(16);
  for (let at = 0; at < blocks.length; at += 16) {
    const isLast = at + 16 === blocks.length;
    const block = blocks.subarray(at, at + 16);
    state = aes(key, xor(state, isLast ? xor(block, k1) : block));
  }
  return state;
}

const xor = (a: Buffer, b: Buffer) => Buffer.from(a.map((byte, index) => byte ^ b[index]!));
