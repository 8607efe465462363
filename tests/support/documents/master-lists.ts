/** Issues CSCA master lists as States publish them: signed by a list signer, dated, with signer and root included. */
import { createHash } from 'node:crypto';
import { der, derInteger, derOid } from '../../../sdk/emrtd/src/asn1/der-values.ts';
import {
  digestAlgorithm,
  ecKeys,
  type Issued,
  issueCertificate,
  nameOf,
  signatureAlgorithm,
  signWith,
} from './documents.ts';

const CSCA_MASTER_LIST = '2.23.136.1.1.2';
const MASTER_LIST_SIGNER = '2.23.136.1.1.3';

export interface ListAuthority {
  /** The publisher's CSCA, which an operator pins. */
  root: Issued;
  signer: Issued;
}

export function issueListAuthority(country = 'DE'): ListAuthority {
  const root = issueCertificate({
    subject: nameOf({ C: country, O: 'Publisher', CN: 'Root of lists' }),
    keys: ecKeys('brainpoolP384r1', { digest: 'sha384' }),
    serial: Buffer.from('01a7', 'hex'),
    ca: true,
  });
  const signer = issueCertificate({
    subject: nameOf({ C: country, O: 'Publisher', CN: 'Signer of lists' }),
    keys: ecKeys(),
    issuer: root,
    serial: Buffer.from('00c0ffee', 'hex'),
    extended_key_usage: MASTER_LIST_SIGNER,
  });
  return { root, signer };
}

const set = (...items: Uint8Array[]) => items.toSorted(Buffer.compare);

/** CscaMasterList in SignedData (Doc 9303-12, 9). */
export const issueMasterList = (
  certificates: readonly Uint8Array[],
  authority: ListAuthority,
  signedAt: Date,
): Buffer =>
  signList(CSCA_MASTER_LIST, der(0x30, derInteger(0), der(0x31, ...set(...certificates))), authority, signedAt);

export function signList(type: string, content: Buffer, { root, signer }: ListAuthority, signedAt: Date): Buffer {
  const { digest } = signer.keys;
  const attribute = (type: string, value: Buffer) => der(0x30, derOid(type), der(0x31, value));
  const attributes = set(
    attribute('1.2.840.113549.1.9.3', derOid(type)),
    attribute('1.2.840.113549.1.9.4', der(0x04, createHash(digest).update(content).digest())),
    attribute('1.2.840.113549.1.9.5', utcTime(signedAt)),
  );
  const signerInfo = der(
    0x30,
    derInteger(1),
    der(0x30, root.subject, der(0x02, signer.serial as Uint8Array)),
    digestAlgorithm(digest),
    der(0xa0, ...attributes),
    signatureAlgorithm(signer.keys),
    der(0x04, signWith(signer.keys, der(0x31, ...attributes))),
  );
  const signedData = der(
    0x30,
    derInteger(3),
    der(0x31, digestAlgorithm(digest)),
    der(0x30, derOid(type), der(0xa0, der(0x04, content))),
    der(0xa0, ...set(signer.certificate, root.certificate)),
    der(0x31, signerInfo),
  );
  return der(0x30, derOid('1.2.840.113549.1.7.2'), der(0xa0, signedData));
}

const utcTime = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
