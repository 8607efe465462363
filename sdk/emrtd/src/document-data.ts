import type { AdditionalPersonalDetails } from './lds/dg11.ts';
import type { AdditionalDocumentDetails } from './lds/dg12.ts';
import { isCalendarDate } from './mrz/dates.ts';
import type { Mrz } from './mrz/mrz.ts';
import { completeNames } from './mrz/names.ts';
import { countryOf } from './pki/certificate-countries.ts';

/** What a verified document says about its holder, under the names that it has on the wire. */
export interface DocumentData {
  given_names: string;
  surname: string;
  /** ISO 3166 alpha-2; absent for stateless persons, organisations without a code and specimens. */
  nationality?: string;
  sex: 'MALE' | 'FEMALE' | 'UNSPECIFIED';
  /** Absent when the document does not give the whole date. */
  date_of_birth?: string;
  personal_number?: string;
  document_type: 'PASSPORT' | 'ID_CARD' | 'OTHER';
  document_number: string;
  expiry_date: string;
  issuing_country?: string;
  /** The issuing authority of DG12, else the code of the issuing State as in the MRZ. */
  issuer: string;
}

export function documentData(
  mrz: Mrz,
  personal: AdditionalPersonalDetails,
  document: AdditionalDocumentDetails,
): DocumentData {
  const nationality = countryOf(mrz.nationality);
  const issuing_country = countryOf(mrz.issuing_state);
  const date_of_birth = dateOfBirth(mrz, personal.date_of_birth);
  const personal_number = personal.personal_number ?? mrz.optional[0];
  return {
    ...completeNames(mrz, personal.full_name),
    ...(nationality && { nationality }),
    sex: mrz.sex,
    ...(date_of_birth && { date_of_birth }),
    ...(personal_number && { personal_number }),
    document_type: documentType(mrz.document_code),
    document_number: mrz.document_number,
    expiry_date: mrz.expiry_date,
    ...(issuing_country && { issuing_country }),
    issuer: document.issuing_authority ?? mrz.issuing_state,
  };
}

/** DG11 gives the century; it counts only where it does not contradict the MRZ. */
function dateOfBirth(mrz: Mrz, full: string | undefined): string | undefined {
  return full && isCalendarDate(full) && full.slice(2).replaceAll('-', '') === mrz.date_of_birth_field
    ? full
    : mrz.date_of_birth;
}

/** The first letter of the document code (Doc 9303-4, -5 and -6, 4.2.2); crew certificates and residence permits are others. */
function documentType(code: string): DocumentData['document_type'] {
  if (code.startsWith('P')) return 'PASSPORT';
  return /^[ACI](?![CR])/.test(code) ? 'ID_CARD' : 'OTHER';
}
