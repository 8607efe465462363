/**
 * The chip's side of Chip Authentication (ICAO Doc 9303-11, 6.2), for specimens: ECDH on P-256 and AES-128, on WebCrypto alone.
 * A phone has no such code, because a real chip does this inside.
 */
import type { ReaderChipAuthenticationResponse } from '../generated/reader/types.gen.ts';
import type { ChipKey } from './reader.ts';

const BLOCK = 16;
/** What a chip answers when the checksum of a command is wrong. */
const REFUSED = Uint8Array.of(0x69, 0x88);
const STATUS = Uint8Array.of(0x99, 0x02, 0x90, 0x00);
const CHECKSUM = Uint8Array.of(0x8e, 0x08);
const SUCCESS = Uint8Array.of(0x90, 0x00);

/** Takes the public key, and answers the probe under the new keys. */
export async function chipAuthentication(
  key: ChipKey,
  { ephemeral_public_key, probe_apdu }: ReaderChipAuthenticationResponse,
): Promise<Uint8Array> {
  const checksum = checksumsUnder(await sharedSecret(key, fromBase64(ephemeral_public_key)));
  if (!(await isSecured(fromBase64(probe_apdu), checksum))) return REFUSED;
  return joined(STATUS, CHECKSUM, await checksum(2, STATUS), SUCCESS);
}

type AesKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
type Checksum = (counter: number, ...parts: Uint8Array[]) => Promise<Uint8Array>;

/** Whether the command's checksum is right: CLA INS P1 P2, the length, the data object, `8E 08` and the checksum, a zero. */
async function isSecured(apdu: Uint8Array, checksum: Checksum): Promise<boolean> {
  const expected = await checksum(1, padded(apdu.subarray(0, 4)), apdu.subarray(5, -11));
  return expected.join() === apdu.subarray(-9, -1).join();
}

async function sharedSecret(key: ChipKey, point: Uint8Array): Promise<Uint8Array> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  const own = await crypto.subtle.importKey('jwk', key, curve, false, ['deriveBits']);
  const theirs = await crypto.subtle.importKey('raw', Uint8Array.from(point), curve, false, []);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, own, 256));
}

/** The first half of AES-CMAC (RFC 4493) under the key for checksums, over the counter and the parts. */
function checksumsUnder(secret: Uint8Array): Checksum {
  const key = crypto.subtle
    .digest('SHA-1', joined(secret, Uint8Array.of(0, 0, 0, 2)))
    .then((hash) => crypto.subtle.importKey('raw', hash.slice(0, BLOCK), 'AES-CBC', false, ['encrypt']));
  return async (counter, ...parts) => {
    const count = new Uint8Array(BLOCK);
    count[BLOCK - 1] = counter;
    const message = padded(joined(count, ...parts));
    const subkey = doubled((await chained(await key, new Uint8Array(BLOCK))).subarray(0, BLOCK));
    const last = message.subarray(-BLOCK);
    for (const [index, byte] of subkey.entries()) last[index] = (last[index] ?? 0) ^ byte;
    // WebCrypto adds one block of padding.
    const blocks = await chained(await key, message);
    return blocks.slice(-2 * BLOCK, -BLOCK - 8);
  };
}

const chained = async (key: AesKey, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv: new Uint8Array(BLOCK) }, key, message));

function doubled(block: Uint8Array): Uint8Array {
  const shifted = block.map((byte, index) => (byte << 1) | ((block[index + 1] ?? 0) >> 7));
  if ((block[0] ?? 0) & 0x80) shifted[BLOCK - 1] = (shifted[BLOCK - 1] ?? 0) ^ 0x87;
  return shifted;
}

function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = new Uint8Array((Math.floor(bytes.length / BLOCK) + 1) * BLOCK);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  return blocks;
}

const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
