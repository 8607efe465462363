/** Everything an owner may rename or re-price, each once. Amounts are decimal strings in USD. */
export const facts = {
  product: 'Sigill',
  site_url: 'https://sigill.example',
  apps: {
    identity: {
      name: 'Sigill Identity',
      app_store: 'https://apps.apple.com/us/search?term=Sigill%20Identity',
      google_play: 'https://play.google.com/store/search?q=Sigill%20Identity&c=apps',
    },
    passport: {
      name: 'Sigill Passport',
      app_store: 'https://apps.apple.com/us/search?term=Sigill%20Passport',
      google_play: 'https://play.google.com/store/search?q=Sigill%20Passport&c=apps',
    },
    minimum_ios: '11.0',
    minimum_android_api: 23,
  },
  support_email: 'support@sigill.example',
  professional_network: { name: 'LinkedIn', url: 'https://www.linkedin.com/company/sigill-identity' },
  card_brands: ['Visa', 'Mastercard', 'American Express'],
  sdk_package: '@sigill/sdk',
  coverage_persons: 1_000_000_000,
  trial_days: 30,
  plans: {
    starter: { unit_price: '0.10', monthly_fee: '0', free_verifications: 250 },
    standard: { unit_price: '0.01', monthly_fee: '99', free_verifications: 0 },
  },
  /** Member states of the European Union, ISO 3166-1 alpha-2: where VAT numbers apply. */
  eu_countries: [
    ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU'],
    ...['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
  ],
  password_minimum: 4,
  code_length: 6,
  session_hours: 24,
  callback_retries: 5,
  usage_days: [30, 90],
} as const;
