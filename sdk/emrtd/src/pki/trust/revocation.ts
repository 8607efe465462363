import { type Element, readBer, readBitString, readTime } from '../../asn1/ber.ts';
import { type Certificate, serialNumber } from '../certificate.ts';
import { readAlgorithm } from '../keys/algorithms.ts';
import { readSignatureScheme, verifySignature } from '../keys/signature.ts';
import { type Name, readName } from '../name.ts';
import { assertCompleteList, assertKnownEntry } from './revocation-extensions.ts';

/** A certificate revocation list (RFC 5280, 5). It still applies after its nextUpdate, because a revoked certificate stays revoked. */
export interface RevocationList {
  issuer: Name;
  this_update: Date;
  /** When the next list is due. After that the list is stale. */
  next_update?: Date;
  /** Number of revoked certificates. */
  size: number;
  serial_numbers: ReadonlySet<string>;
  /** Whether the list holds the serial number of the certificate. `revocations.ts` decides whose serial numbers they are. */
  names(certificate: Certificate): boolean;
  isSignedBy(issuer: Certificate): boolean;
}

/**
 * Reads a revocation list (Doc 9303-12, 7.2; RFC 5280, 5). Throws Malformed, and UnsupportedAlgorithm for one that is not complete or
 * has an unknown critical extension. Its signature is verified by `isSignedBy`.
 */
export function readRevocationList(bytes: Uint8Array): RevocationList {
  const fields = readBer(bytes, 'CRL').fields(0x30, 'CRL');
  const tbs = fields.next(0x30, 'content');
  const algorithm = readAlgorithm(fields.any('signature algorithm'), 'CRL: signature algorithm');
  const signature = readBitString(fields.any('signature'), 'CRL: signature');
  fields.end();

  const body = tbs.fields(0x30, 'CRL');
  body.optional(0x02);
  body.next(0x30, 'signature algorithm');
  const issuer = readName(body.any('issuer'), 'CRL: issuer');
  const this_update = readTime(body.any('thisUpdate'), 'CRL: thisUpdate');
  const nextUpdate = body.optional(0x17, 0x18);
  const revoked = body.optional(0x30);
  const extensions = body.optional(0xa0);
  body.end();
  assertCompleteList(extensions?.children()[0]);
  const serials = new Set(revoked ? revokedSerials(revoked.content) : []);
  return {
    issuer,
    this_update,
    ...(nextUpdate && { next_update: readTime(nextUpdate, 'CRL: nextUpdate') }),
    size: serials.size,
    serial_numbers: serials,
    names: (certificate) => serials.has(certificate.serial_number),
    isSignedBy(csca) {
      try {
        return verifySignature(
          readSignatureScheme(algorithm, 'CRL: signature algorithm'),
          csca.publicKey(),
          tbs.raw,
          signature,
        );
      } catch {
        return false;
      }
    },
  };
}

/** Each entry is parsed separately, because some States revoke more certificates than one parse may have elements. */
function* revokedSerials(entries: Uint8Array): Generator<string> {
  for (let at = 0; at < entries.length; ) {
    const entry = readBer(entries.subarray(at), 'CRL: entry', { trailing: true });
    yield revokedSerial(entry);
    at += entry.end;
  }
}

function revokedSerial(entry: Element): string {
  const fields = entry.fields(0x30, 'CRL: entry');
  const serial = serialNumber(fields.any('serial number'));
  readTime(fields.any('revocation date'), 'CRL: revocation date');
  assertKnownEntry(fields.optional(0x30));
  return serial;
}
