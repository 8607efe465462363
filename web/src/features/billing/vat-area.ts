import { vatStateOf } from '../../../../openapi/facts/vat-rates';

/** Whether VAT numbers apply in a country: in the EU and Monaco. False while no country is chosen. */
export const hasVatNumbers = (country: string | undefined): boolean =>
  country !== undefined && vatStateOf(country) !== undefined;
