import { product_name } from '../../../openapi/facts/product.ts';
import { security_email } from '../../../openapi/facts/security-contact.ts';

/** How the product, its apps, packages and addresses are called: what an owner may change. */
export const names = {
  product: product_name,
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
  security_email,
  professional_network: { name: 'LinkedIn', url: 'https://www.linkedin.com/company/sigill-identity' },
  card_brands: ['Visa', 'Mastercard', 'American Express'],
  sdk_package: '@sigill/sdk',
  cli_package: '@sigill/cli',
} as const;
