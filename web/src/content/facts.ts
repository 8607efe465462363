import { terms } from '../../../openapi/facts/terms.ts';
import { limits } from './limits.gen.ts';

/**
 * The facts about the product that pages and texts repeat: names that an owner may change, the numbers that the service promises,
 * and the bounds of the contract.
 */
export const facts = {
  ...terms,
  ...limits,
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
  cli_package: '@sigill/cli',
  coverage_persons: 1_000_000_000,
  callback_retries: terms.callback_retry_seconds.length,
  usage_days: [30, 90],
} as const;
