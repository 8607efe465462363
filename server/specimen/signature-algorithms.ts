import { constants, type KeyObject, sign } from 'node:crypto';
import * as der from './der-writer.ts';

/** SHA-1 is outdated. It is only for the specimen that shows how a weak digest is handled. */
export type DigestName = 'sha1' | 'sha256';

const DIGESTS: Record<DigestName, string> = { sha1: '1.3.14.3.2.26', sha256: '2.16.840.1.101.3.4.2.1' };
const ECDSA: Record<DigestName, string> = { sha1: '1.2.840.10045.4.1', sha256: '1.2.840.10045.4.3.2' };
const RSASSA_PSS = '1.2.840.113549.1.1.10';
const MGF_1 = '1.2.840.113549.1.1.8';
const SALT_LENGTH = 32;

export const digestIdentifier = (digest: DigestName): Uint8Array =>
  der.sequence(der.oid(DIGESTS[digest]), der.nothing());

export function signatureIdentifier(key: KeyObject, digest: DigestName = 'sha256'): Uint8Array {
  if (key.asymmetricKeyType === 'ec') return der.sequence(der.oid(ECDSA[digest]));
  const parameters = der.sequence(
    der.context(0, digestIdentifier(digest)),
    der.context(1, der.sequence(der.oid(MGF_1), digestIdentifier(digest))),
    der.context(2, der.integer(SALT_LENGTH)),
  );
  return der.sequence(der.oid(RSASSA_PSS), parameters);
}

/** ECDSA as a DER sequence for EC keys, RSASSA-PSS for RSA keys. */
export function signWith(key: KeyObject, data: Uint8Array, digest: DigestName = 'sha256'): Uint8Array {
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: SALT_LENGTH };
  return new Uint8Array(sign(digest, data, key.asymmetricKeyType === 'ec' ? key : { key, ...pss }));
}
