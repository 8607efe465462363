import { vatRates } from '../../../../openapi/facts/vat-rates';

const eu: ReadonlySet<string> = new Set(Object.keys(vatRates));

/** VAT numbers apply in the EU only. A country that is not set is in no union. */
export const isInEu = (country: string | undefined): boolean => country !== undefined && eu.has(country);
