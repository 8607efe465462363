/** Whether the issuing State has published a defect of documents like this one (Doc 9303-3, 7). */
import { createHash } from 'node:crypto';
import type { Flag, FlagCode } from './flags.ts';
import type { Certificate } from './pki/certificate.ts';
import { countriesAgree } from './pki/certificate-countries.ts';
import type { Deviation, DeviationDescription, DeviationList, SignerIdentifier } from './pki/deviation-list.ts';
import { withoutFiller } from './pki/readable.ts';

/** What is known about a document. Unknown properties cannot match an entry of a list. */
export interface DescribedDocument {
  signer?: Certificate;
  /** From the MRZ in DG1, if DG1 is intact. */
  issuing_state?: string;
  document_code?: string;
  document_number?: string;
}

/**
 * One flag for each description of a deviation that matches this document, without duplicates. Flags explain a verdict and never
 * improve one.
 */
export function deviationFlags(lists: readonly DeviationList[], document: DescribedDocument): Flag[] {
  const flags = lists
    .filter((list) => isOwn(list, document))
    .flatMap((list) =>
      list.deviations
        .filter((deviation) => isMeant(deviation, document))
        .flatMap(({ descriptions }) => descriptions.map((description) => flagOf(list, description))),
    );
  return [...new Map(flags.map((flag) => [`${flag.code} ${flag.message}`, flag])).values()];
}

/** A State may list its own documents only. */
function isOwn({ country }: DeviationList, { issuing_state, signer }: DescribedDocument): boolean {
  if (issuing_state !== undefined) return countriesAgree([country], issuing_state);
  return signer?.issuer.country !== undefined && countriesAgree([country, signer.issuer.country]);
}

/**
 * Every given criterion must match (Doc 9303-3, 7.3.6), except for the period of issue: the MRZ does not hold the date of issue,
 * and the same clause leaves it to the reader of the list which criteria to use.
 */
function isMeant({ document_type, signer, document_numbers }: Deviation, document: DescribedDocument): boolean {
  return (
    (document_type === undefined || document_type === withoutFiller(document.document_code ?? '')) &&
    (signer === undefined || (document.signer !== undefined && isSigner(signer, document.signer))) &&
    (document_numbers === undefined || document_numbers.has(withoutFiller(document.document_number ?? '')))
  );
}

function isSigner(identifier: SignerIdentifier, signer: Certificate): boolean {
  if ('subject_key_id' in identifier) return signer.subject_key_id === identifier.subject_key_id;
  if ('certificate_digest' in identifier)
    return createHash(identifier.digest.id).update(signer.raw).digest('hex') === identifier.certificate_digest;
  return signer.serial_number === identifier.serial_number && signer.issuer.key === identifier.issuer_key;
}

const DEVIATIONS = '2.23.136.1.1.7.';

/** Doc 9303-3, 7.3.5. `#` is replaced by the parameter. */
const KINDS: Record<string, [code: FlagCode, text: string]> = {
  '1': ['deviation_certificate', 'a certificate or key of these documents deviates from Doc 9303'],
  '1.1': ['deviation_certificate', 'the signature of the document signer certificate is wrong'],
  '1.2': ['deviation_certificate', 'the document signer certificate is encoded wrongly'],
  '1.3': ['deviation_certificate', 'the CSCA certificate is encoded wrongly'],
  '1.4': ['deviation_active_authentication_key', 'the key of Active Authentication may be compromised'],
  '2': ['deviation_data', 'the data of the chip deviates from Doc 9303'],
  '2.1': ['deviation_data', 'DG# is encoded wrongly'],
  '2.2': ['deviation_data', 'the hash of DG# in EF.SOD is wrong'],
  '2.3': ['deviation_data', 'the signature of EF.SOD is wrong'],
  '2.4': ['deviation_data', 'EF.COM and EF.SOD do not agree'],
  '3': ['deviation_mrz', 'the MRZ deviates from Doc 9303'],
  '3.1': ['deviation_mrz', 'field # of the MRZ is wrong'],
  '3.2': ['deviation_mrz', 'the check digit of field # of the MRZ is wrong'],
  '4': ['deviation_chip', 'the chip may be unusable'],
};

function flagOf({ country, signed_at }: DeviationList, { type, parameter, text }: DeviationDescription): Flag {
  const known = type.startsWith(DEVIATIONS) ? KINDS[type.slice(DEVIATIONS.length)] : undefined;
  const [code, what] = known ?? (['deviation_other', 'these documents deviate'] as const);
  const list = `the deviation list of ${country}${signed_at ? ` of ${signed_at.slice(0, 10)}` : ''}`;
  const said = what.replace(/(DG|field )?#/, (_, noun = '') =>
    parameter === undefined ? other(noun) : `${noun}${parameter}`,
  );
  return { code, message: `According to ${list}, ${said}${text ? `: ${text}` : ''}` };
}

const other = (noun: string) => (noun === 'DG' ? 'a data group' : 'a field');
