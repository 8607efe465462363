import { hash } from 'node:crypto';
import { type Element, readOid, unlessMalformed } from '../../asn1/ber.ts';

/**
 * The encoding is correct, but the algorithm is not in Doc 9303-12, 4, or too weak, or the structure is not supported. The issuer
 * wrote it this way: reading the chip again gives the same bytes.
 */
export class UnsupportedAlgorithm extends Error {}

/** Undefined for damaged bytes, and for algorithms that are not accepted. */
export const unlessUnsupported = <T>(read: () => T): T | undefined =>
  unlessMalformed(() => {
    try {
      return read();
    } catch (error) {
      if (error instanceof UnsupportedAlgorithm) return undefined;
      throw error;
    }
  });

/** Undefined when OpenSSL refuses a key, a group or a signature. */
export function unlessRefused<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}

export interface Digest {
  /** The name in node:crypto. */
  id: 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512';
  name: string;
  oid: string;
  bytes: number;
  weak: boolean;
}

export const DIGESTS: readonly Digest[] = [
  { id: 'sha1', name: 'SHA-1', oid: '1.3.14.3.2.26', bytes: 20, weak: true },
  { id: 'sha224', name: 'SHA-224', oid: '2.16.840.1.101.3.4.2.4', bytes: 28, weak: true },
  { id: 'sha256', name: 'SHA-256', oid: '2.16.840.1.101.3.4.2.1', bytes: 32, weak: false },
  { id: 'sha384', name: 'SHA-384', oid: '2.16.840.1.101.3.4.2.2', bytes: 48, weak: false },
  { id: 'sha512', name: 'SHA-512', oid: '2.16.840.1.101.3.4.2.3', bytes: 64, weak: false },
];

export const digestById = (id: Digest['id']): Digest => DIGESTS.find((digest) => digest.id === id)!;

export const digestOf = ({ id }: Digest, bytes: Uint8Array): Buffer => hash(id, bytes, 'buffer');

export interface AlgorithmIdentifier {
  oid: string;
  parameters?: Element;
}

export function readAlgorithm(element: Element, what: string): AlgorithmIdentifier {
  const fields = element.fields(0x30, what);
  const oid = readOid(fields.next(0x06, 'algorithm'), what);
  const parameters = element.children().length > 1 ? fields.any('parameters') : undefined;
  fields.end();
  return parameters ? { oid, parameters } : { oid };
}

/** A digest algorithm, with NULL parameters or none (RFC 5754, 2). */
export function readDigest(element: Element, what: string): Digest {
  const { oid, parameters } = readAlgorithm(element, what);
  const digest = DIGESTS.find((candidate) => candidate.oid === oid);
  if (!digest) throw new UnsupportedAlgorithm(`${what} ${oid}`);
  if (parameters && !isNull(parameters)) throw parameters.malformed(`${what}: unexpected parameters`);
  return digest;
}

export const isNull = (element: Element) => element.tag === 0x05 && element.content.length === 0;
