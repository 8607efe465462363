/**
 * The member states of the European Union, ISO 3166-1 alpha-2, and their standard rates of VAT (Directive 2006/112/EC, article 97).
 * VAT numbers apply in every country listed here.
 */
export const vatRates = {
  AT: '0.20',
  BE: '0.21',
  BG: '0.20',
  CY: '0.19',
  CZ: '0.21',
  DE: '0.19',
  DK: '0.25',
  EE: '0.24',
  ES: '0.21',
  FI: '0.255',
  FR: '0.20',
  GR: '0.24',
  HR: '0.25',
  HU: '0.27',
  IE: '0.23',
  IT: '0.22',
  LT: '0.21',
  LU: '0.17',
  LV: '0.21',
  MT: '0.18',
  NL: '0.21',
  PL: '0.23',
  PT: '0.23',
  RO: '0.21',
  SE: '0.25',
  SI: '0.22',
  SK: '0.23',
} as const;
