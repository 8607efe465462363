import { vatRates } from '../../../../openapi/facts/vat-rates';

const eu: ReadonlySet<string> = new Set(Object.keys(vatRates));

/** Whether a country is in the EU, where VAT numbers apply. A country that is not chosen yet is not. */
export const isInEu = (country: string | undefined): boolean => country !== undefined && eu.has(country);
