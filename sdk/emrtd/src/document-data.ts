import type { AdditionalDocumentDetails, AdditionalPersonalDetails } from './lds/details.ts';
import { isKnownDate, isPastDate, latestDay, mayBeCenturyEarlier, readParts } from './mrz/dates.ts';
import type { Mrz } from './mrz/mrz.ts';
import { namesOf } from './mrz/spelled-names.ts';
import { countryOf } from './pki/certificate-countries.ts';

export type DataGroup = 'DG1' | 'DG11' | 'DG12';

/**
 * What a verified document says about its holder in DG1, DG11 and DG12 (Doc 9303-10, 4.7), under the names used in the API.
 */
export interface DocumentData {
  /** In the spelling of DG11 if it is the same name, otherwise as in the MRZ. */
  given_names: string;
  surname: string;
  /** The names fill the MRZ to its end, so they may be cut, and DG11 does not have them in full (Doc 9303-3, 4.6). */
  names_truncated?: true;
  /** ISO 3166 alpha-2; absent for stateless persons, organisations without a code and specimens. */
  nationality?: string;
  sex: 'MALE' | 'FEMALE' | 'UNSPECIFIED';
  /** Absent when the document does not state the full date. YYYY-MM-DD. */
  date_of_birth?: string;
  /** `1964-08` or `1964`, when the document does not state more. */
  partial_date_of_birth?: string;
  /** The latest date that the document may mean. An age computed from it is never too high. */
  latest_date_of_birth?: string;
  /** The MRZ alone gives the year, in two digits, and somebody born a century earlier may be alive: the latest date is given. */
  birth_date_ambiguous?: true;
  personal_number?: string;
  document_type: 'PASSPORT' | 'ID_CARD' | 'OTHER';
  document_number: string;
  issue_date?: string;
  /** Absent when the document has none. */
  expiry_date?: string;
  issuing_country?: string;
  /** The issuing authority in DG12, otherwise the code of the issuing State in the MRZ. */
  issuer: string;
  mrz: MrzData;
  /** The data group that each field was taken from. */
  sources: Partial<Record<SourcedField, DataGroup>>;
}

/** The content of the MRZ, unchanged: names in the letters of the MRZ, codes that ISO 3166 does not have, dates with fillers. */
export type MrzData = Pick<Mrz, 'document_code' | 'issuing_state' | 'nationality' | 'surname' | 'given_names'> & {
  date_of_birth: string;
};

type SourcedField = Exclude<keyof DocumentData, 'mrz' | 'sources' | Remark>;

/** What is said about other fields. */
type Remark = 'names_truncated' | 'birth_date_ambiguous';

const FROM_DG12 = new Set<SourcedField>(['issuer', 'issue_date']);

interface Details {
  personal: AdditionalPersonalDetails;
  document: AdditionalDocumentDetails;
  at: Date;
}

export function documentData(mrz: Mrz, details: Details): DocumentData {
  const ofMrz = dataOf(mrz, { ...details, personal: {}, document: {} });
  const data = dataOf(mrz, details);
  const { names_truncated: _, birth_date_ambiguous: __, ...sourced } = data;
  const sources = Object.keys(sourced).map((name) => {
    const field = name as SourcedField;
    return [field, data[field] === ofMrz[field] ? 'DG1' : FROM_DG12.has(field) ? 'DG12' : 'DG11'] as const;
  });
  const { document_code, issuing_state, nationality, surname, given_names, date_of_birth_field } = mrz;
  return {
    ...data,
    mrz: { document_code, issuing_state, nationality, surname, given_names, date_of_birth: date_of_birth_field },
    sources: Object.fromEntries(sources),
  };
}

function dataOf(mrz: Mrz, { personal, document, at }: Details): Pick<DocumentData, SourcedField | Remark> {
  const nationality = countryOf(mrz.nationality);
  const issuing_country = countryOf(mrz.issuing_state);
  const personal_number = personal.personal_number ?? mrz.optional[0];
  const { date_of_issue } = document;
  return {
    ...namesOf(mrz, personal.full_name),
    ...(nationality && { nationality }),
    sex: mrz.sex,
    ...birth(dateOfBirth(mrz, personal.date_of_birth), at),
    ...(personal_number && { personal_number }),
    document_type: documentType(mrz.document_code),
    document_number: mrz.document_number,
    ...(date_of_issue && isPastDate(date_of_issue, at) && { issue_date: date_of_issue }),
    ...(mrz.expiry_date && { expiry_date: mrz.expiry_date }),
    ...(issuing_country && { issuing_country }),
    issuer: document.issuing_authority ?? mrz.issuing_state,
  };
}

function birth({ known, hasCentury }: Birth, at: Date) {
  if (!known) return {};
  const whole = latestDay(known);
  return {
    ...(whole === known ? { date_of_birth: known } : { partial_date_of_birth: known }),
    latest_date_of_birth: whole,
    ...(!hasCentury && mayBeCenturyEarlier(known, at) && ({ birth_date_ambiguous: true } as const)),
  };
}

interface Birth {
  known?: string;
  /** Whether DG11 gives the century. */
  hasCentury: boolean;
}

/** By the first letter of the document code (Doc 9303-4, -5 and -6, 4.2.2); crew certificates and residence permits count as others. */
function documentType(code: string): DocumentData['document_type'] {
  if (code.startsWith('P')) return 'PASSPORT';
  return /^[ACI](?![CR])/.test(code) ? 'ID_CARD' : 'OTHER';
}

/**
 * The date of birth, as complete as DG1 and DG11 together allow. DG11 adds the century, and sometimes parts that the MRZ leaves open;
 * it is used only if it does not contradict the MRZ.
 */
function dateOfBirth(mrz: Mrz, full: string | undefined): Birth {
  const { year, month, day } = readParts(mrz.date_of_birth_field, 'date of birth');
  const [fullYear = '', fullMonth, fullDay] = (full ?? '').split('-').map((part) => (part === '00' ? undefined : part));
  const agrees =
    /^[1-9]\d{3}$/.test(fullYear) &&
    // As in the MRZ, a century followed by six zeros is not a year of birth.
    (fullMonth !== undefined || !fullYear.endsWith('00')) &&
    [
      [year, Number(fullYear.slice(2))],
      [month, fullMonth],
      [day, fullDay],
    ].every(([short, long]) => short === undefined || long === undefined || short === long);
  const fromMrz = { ...(mrz.date_of_birth && { known: mrz.date_of_birth }), hasCentury: false };
  if (!agrees) return fromMrz;
  const known = [month ?? fullMonth, day ?? fullDay];
  const date = [fullYear, ...known.slice(0, known[0] ? (known[1] ? 2 : 1) : 0)].join('-');
  return isKnownDate(date) ? { known: date, hasCentury: true } : fromMrz;
}
