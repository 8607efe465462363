import { type Certificate, readCertificate } from '../certificate.ts';

export interface KnownSigners<T> {
  certificate(raw: Uint8Array): Certificate | undefined;
  found(raw: Uint8Array): T | undefined;
  keep(raw: Uint8Array, found: T): void;
}

/**
 * A document signer signs documents for months (Doc 9303-12, 4), so most documents come with a certificate that was seen before.
 * Certificates are identified by all of their bytes. The most recently used ones are kept.
 */
export function createKnownSigners<T>(capacity: number): KnownSigners<T> {
  const kept = new Map<string, { bytes: Uint8Array; certificate?: Certificate; found: T }>();
  return {
    certificate(raw) {
      const key = keyOf(raw);
      const known = kept.get(key);
      if (!known) return undefined;
      kept.delete(key);
      kept.set(key, known);
      known.certificate ??= readCertificate(known.bytes);
      return known.certificate;
    },
    found: (raw) => kept.get(keyOf(raw))?.found,
    keep(raw, found) {
      const [oldest] = kept.size < capacity ? [] : kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
      // Copied: the received bytes are part of a security object, or of a whole request, which would stay in memory with them.
      kept.set(keyOf(raw), { bytes: Uint8Array.from(raw), found });
    },
  };
}

const keyOf = (raw: Uint8Array) => Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1');
