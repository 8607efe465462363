interface VatRate {
  from: string;
  rate: string;
}

/**
 * The member states of the European Union, ISO 3166-1 alpha-2, and their standard rates of VAT (Directive 2006/112/EC, article 97),
 * oldest first. The table begins with the rates of 2024. A new rate is added as soon as it is law; billing cycles that end before
 * its first day keep the old one.
 */
export const vatRates = {
  AT: [{ from: '2024-01-01', rate: '0.20' }],
  BE: [{ from: '2024-01-01', rate: '0.21' }],
  BG: [{ from: '2024-01-01', rate: '0.20' }],
  CY: [{ from: '2024-01-01', rate: '0.19' }],
  CZ: [{ from: '2024-01-01', rate: '0.21' }],
  DE: [{ from: '2024-01-01', rate: '0.19' }],
  DK: [{ from: '2024-01-01', rate: '0.25' }],
  EE: [
    { from: '2024-01-01', rate: '0.22' },
    { from: '2025-07-01', rate: '0.24' },
  ],
  ES: [{ from: '2024-01-01', rate: '0.21' }],
  FI: [
    { from: '2024-01-01', rate: '0.24' },
    { from: '2024-09-01', rate: '0.255' },
  ],
  FR: [{ from: '2024-01-01', rate: '0.20' }],
  GR: [{ from: '2024-01-01', rate: '0.24' }],
  HR: [{ from: '2024-01-01', rate: '0.25' }],
  HU: [{ from: '2024-01-01', rate: '0.27' }],
  IE: [{ from: '2024-01-01', rate: '0.23' }],
  IT: [{ from: '2024-01-01', rate: '0.22' }],
  LT: [{ from: '2024-01-01', rate: '0.21' }],
  LU: [{ from: '2024-01-01', rate: '0.17' }],
  LV: [{ from: '2024-01-01', rate: '0.21' }],
  MT: [{ from: '2024-01-01', rate: '0.18' }],
  NL: [{ from: '2024-01-01', rate: '0.21' }],
  PL: [{ from: '2024-01-01', rate: '0.23' }],
  PT: [{ from: '2024-01-01', rate: '0.23' }],
  RO: [
    { from: '2024-01-01', rate: '0.19' },
    { from: '2025-08-01', rate: '0.21' },
  ],
  SE: [{ from: '2024-01-01', rate: '0.25' }],
  SI: [{ from: '2024-01-01', rate: '0.22' }],
  SK: [
    { from: '2024-01-01', rate: '0.20' },
    { from: '2025-01-01', rate: '0.23' },
  ],
} as const satisfies Record<string, readonly VatRate[]>;

/** Countries outside the EU whose transactions count as a member state's, with its rates and VAT numbers (article 7 of the Directive). */
export const vatTerritories = { MC: 'FR' } as const satisfies Record<string, keyof typeof vatRates>;

/** Undefined outside the EU's VAT area. */
export function vatStateOf(country: string): keyof typeof vatRates | undefined {
  const state = new Map<string, string>(Object.entries(vatTerritories)).get(country) ?? country;
  return isState(state) ? state : undefined;
}

const isState = (code: string): code is keyof typeof vatRates => Object.hasOwn(vatRates, code);
