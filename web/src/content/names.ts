import { product_name } from '../../../openapi/facts/product.ts';
import { security_email } from '../../../openapi/facts/security-contact.ts';

/** The names of the product, its apps, packages and addresses. Change them here to publish under another name. */
export const names = {
  product: product_name,
  app: 'Sigill Identity',
  site_url: 'https://sigill.example',
  support_email: 'support@sigill.example',
  security_email,
  professional_network: { name: 'LinkedIn', url: 'https://www.linkedin.com/company/sigill-identity' },
  card_brands: ['Visa', 'Mastercard', 'American Express'],
  sdk_package: '@sigill/sdk',
  cli_package: '@sigill/cli',
} as const;
