/** The two signature algorithms of the specimens, as CMS and X.509 name them. */
import { constants, type KeyObject, sign } from 'node:crypto';
import * as der from './der-writer.ts';

const SHA_256 = '2.16.840.1.101.3.4.2.1';
const ECDSA_WITH_SHA_256 = '1.2.840.10045.4.3.2';
const RSASSA_PSS = '1.2.840.113549.1.1.10';
const MGF_1 = '1.2.840.113549.1.1.8';
const SALT_LENGTH = 32;

export const sha256Identifier = (): Uint8Array => der.sequence(der.oid(SHA_256), der.nothing());

export function signatureIdentifier(key: KeyObject): Uint8Array {
  if (key.asymmetricKeyType === 'ec') return der.sequence(der.oid(ECDSA_WITH_SHA_256));
  const parameters = der.sequence(
    der.context(0, sha256Identifier()),
    der.context(1, der.sequence(der.oid(MGF_1), sha256Identifier())),
    der.context(2, der.integer(SALT_LENGTH)),
  );
  return der.sequence(der.oid(RSASSA_PSS), parameters);
}

/** ECDSA as a DER sequence for EC keys, RSASSA-PSS for RSA keys; always SHA-256. */
export function signWith(key: KeyObject, data: Uint8Array): Uint8Array {
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: SALT_LENGTH };
  return new Uint8Array(sign('sha256', data, key.asymmetricKeyType === 'ec' ? key : { key, ...pss }));
}
