/** Issues deviation lists as States publish them (Doc 9303-12, 10). */
import { der, derInteger, derOid } from '../../../sdk/emrtd/src/asn1/der-values.ts';
import { ecKeys, type Issued, issueCertificate, nameOf } from './documents.ts';
import { type ListAuthority, signList } from './master-lists.ts';

const DEVIATION_LIST = '2.23.136.1.1.7';
const DEVIATION_LIST_SIGNER = '2.23.136.1.1.8';

export function issueDeviationSigner(
  csca: Issued,
  country = 'UT',
  extended_key_usage = DEVIATION_LIST_SIGNER,
): ListAuthority {
  const signer = issueCertificate({
    subject: nameOf({ C: country, CN: 'Signer of deviations' }),
    keys: ecKeys(),
    issuer: csca,
    serial: Buffer.from('00deface', 'hex'),
    extended_key_usage,
  });
  return { root: csca, signer };
}

export interface IssuedDeviation {
  document_type?: string;
  /** IssuerAndSerialNumber, key identifier or digest of the document signer, already encoded. */
  signer?: Buffer;
  issued?: [from: string, to: string];
  document_numbers?: string[];
  /** The arcs of the type below the OID of deviation lists, for example `2.2`. */
  type: string;
  parameter?: number;
  description?: string;
}

export const signerByNumber = (issuer: Buffer, serial: number) => der(0xa1, issuer, derInteger(serial));
export const signerByKeyId = (id: Buffer) => der(0x82, id);
export const signerByDigest = (digest: Buffer) => der(0x83, digest);

export const issueDeviationList = (
  deviations: readonly IssuedDeviation[],
  authority: ListAuthority,
  signedAt: Date,
): Buffer =>
  signList(DEVIATION_LIST, der(0x30, derInteger(0), der(0x31, ...deviations.map(deviationOf))), authority, signedAt);

function deviationOf(deviation: IssuedDeviation): Buffer {
  const { document_type, signer, issued, document_numbers, type, parameter, description } = deviation;
  const printable = (text: string) => der(0x13, Buffer.from(text));
  const documents = der(
    0x30,
    ...(document_type ? [der(0x80, Buffer.from(document_type))] : []),
    ...(signer ? [signer] : []),
    ...(issued ? [der(0xa4, ...issued.map((time) => der(0x18, Buffer.from(time))))] : []),
    ...(document_numbers ? [der(0xa5, Buffer.concat(document_numbers.map(printable)))] : []),
  );
  const described = der(
    0x30,
    ...(description ? [printable(description)] : []),
    derOid(`${DEVIATION_LIST}.${type}`),
    ...(parameter === undefined ? [] : [der(0xa0, derInteger(parameter))]),
  );
  return der(0x30, documents, der(0x31, described));
}
