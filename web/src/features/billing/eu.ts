import { facts } from '../../content/facts';

const eu: ReadonlySet<string> = new Set(facts.eu_countries);

/** VAT numbers apply in the EU only. A country that is not set is in no union. */
export const isInEu = (country: string | undefined): boolean => country !== undefined && eu.has(country);
