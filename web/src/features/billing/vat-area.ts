import { vatRates } from '../../../../openapi/facts/vat-rates';

const eu: ReadonlySet<string> = new Set(Object.keys(vatRates));

/** Whether a country is in the EU, where VAT numbers apply. False while no country is chosen. */
export const isInEu = (country: string | undefined): boolean => country !== undefined && eu.has(country);
