/**
 * RSA signatures with message recovery, ISO/IEC 9796-2 scheme 1, as chips answer Active Authentication (ICAO 9303-11, 6.1).
 * WebCrypto has neither this scheme nor raw RSA, so this computes with bigints. It does not run in constant time, so it is
 * only good for the keys of specimens, which protect nothing.
 */

const HEADER = 0x6a;
/** SHA-256 and "the hash is named in the trailer". */
const TRAILER = [0x34, 0xcc];
const HASH_LENGTH = 32;

/** Signs `challenge` together with random bytes of the chip's own, which the verifier recovers from the signature. */
export async function signRecoverable(key: { n?: string; d?: string }, challenge: Uint8Array): Promise<Uint8Array> {
  const [modulus, exponent] = [numberOf(key.n), numberOf(key.d)];
  const length = Math.ceil(modulus.toString(16).length / 2);
  const recoverable = crypto.getRandomValues(new Uint8Array(length - 1 - HASH_LENGTH - TRAILER.length));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from([...recoverable, ...challenge])));
  const representative = Uint8Array.from([HEADER, ...recoverable, ...hash, ...TRAILER]);
  const signature = power(BigInt(`0x${hexOf(representative)}`), exponent, modulus)
    .toString(16)
    .padStart(length * 2, '0');
  return Uint8Array.from(signature.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let [square, rest] = [base % modulus, exponent]; rest > 0n; rest >>= 1n, square = (square * square) % modulus) {
    if (rest & 1n) result = (result * square) % modulus;
  }
  return result;
}

function numberOf(base64url: string | undefined): bigint {
  if (!base64url) throw new TypeError('An RSA private key needs n and d.');
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return BigInt(`0x${hexOf(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)))}`);
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
