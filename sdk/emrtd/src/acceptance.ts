/** What a relying party accepts among genuine documents: their type, issuing State, remaining validity and the age of the holder. */
import type { ReasonCode } from './check.ts';
import type { DocumentData } from './document-data.ts';

/** Rules of the verifier beyond Doc 9303-12, which only says whether a document is genuine. A rule that is absent demands nothing. */
export interface AcceptanceRules {
  document_types?: readonly DocumentData['document_type'][];
  /**
   * Issuing States by their ISO 3166 alpha-2 code, or by the three letters of the MRZ. With `allow`, all other States are refused. A
   * State in `deny` is refused even if it is in `allow`.
   */
  issuing_countries?: { allow?: readonly string[]; deny?: readonly string[] };
  /** For how many more days the document must be valid. One without an expiry date is refused. */
  minimum_days_valid?: number;
  /** In years. A document that leaves the age open is refused. */
  minimum_age?: number;
}

type Judged = Pick<DocumentData, 'document_type' | 'issuing_country' | 'expiry_date' | 'latest_date_of_birth'> & {
  mrz: Pick<DocumentData['mrz'], 'issuing_state'>;
};

const DAY_MS = 86_400_000;

/**
 * Why a document that passed Doc 9303-12 is not accepted: the first reason in order of precedence. Undefined when it is accepted.
 * An additional rule never makes a refused document acceptable.
 */
export function refusalOf(document: Judged, rules: AcceptanceRules, at: Date): ReasonCode | undefined {
  const { document_types, issuing_countries = {}, minimum_days_valid: days, minimum_age } = rules;
  if (document_types && !document_types.includes(document.document_type)) return 'document_type_not_allowed';
  const { allow, deny } = issuing_countries;
  if ((allow && !isAmong(document, allow)) || (deny && isAmong(document, deny))) return 'country_not_allowed';
  const { expiry_date } = document;
  if (days !== undefined && !(expiry_date && expiry_date >= dayOf(new Date(at.getTime() + days * DAY_MS))))
    return 'expires_too_soon';
  const born = document.latest_date_of_birth;
  if (minimum_age !== undefined && !(born && hasReached(born, minimum_age, dayOf(at)))) return 'minimum_age_not_met';
  return undefined;
}

const isAmong = ({ issuing_country, mrz }: Judged, codes: readonly string[]) =>
  codes.includes(mrz.issuing_state) || (issuing_country !== undefined && codes.includes(issuing_country));

/**
 * Whether a person has reached an age on a day. A person born on 29 February reaches it on 1 March in non-leap years. Dates from
 * the MRZ have years of two digits and need their century first (Doc 9303-3, 4.8); those from DG11 have four digits (Doc 9303-10,
 * 4.7.11).
 * @param born YYYY-MM-DD
 * @param on YYYY-MM-DD
 */
export function hasReached(born: string, years: number, on: string): boolean {
  const year = String(Number(born.slice(0, 4)) + years).padStart(4, '0');
  return `${year}${born.slice(4)}` <= on;
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);
