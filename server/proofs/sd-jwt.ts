/** Issues SD-JWTs (RFC 9901): a signed list of digests, and separately the claims that a holder may disclose or leave out. */
import { hash, type KeyObject, sign } from 'node:crypto';
import { randomBytes } from '../core/random-bytes.ts';

/** 128 bits, as RFC 9901, 9.3 recommends. */
const SALT_BYTES = 16;

interface SdJwt {
  type: string;
  key: { id: string; private_key: KeyObject };
  claims: Record<string, unknown>;
  disclosable: Record<string, unknown>;
  /** Decoys fill up the digests to a multiple of this, so that their number does not reveal what the document contains. */
  digests: number;
}

export function issueSdJwt({ type, key, claims, disclosable, digests }: SdJwt): string {
  const disclosures = Object.entries(disclosable).map(([name, value]) =>
    encode([randomBytes(SALT_BYTES).toString('base64url'), name, value]),
  );
  const decoys = Array.from({ length: (digests - (disclosures.length % digests)) % digests }, () => randomBytes(32));
  // Sorted, so that their order reveals nothing either (RFC 9901, 4.2.4.1).
  const _sd = [...disclosures.map(digestOf), ...decoys.map((decoy) => decoy.toString('base64url'))].sort();
  const header = { alg: 'EdDSA', typ: type, kid: key.id };
  const signed = `${encode(header)}.${encode({ ...claims, _sd, _sd_alg: 'sha-256' })}`;
  const signature = sign(null, Buffer.from(signed), key.private_key).toString('base64url');
  return [`${signed}.${signature}`, ...disclosures, ''].join('~');
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const digestOf = (disclosure: string): string => hash('sha256', disclosure, 'base64url');
