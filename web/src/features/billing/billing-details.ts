import type { BillingAccount } from '@sigill/sdk/portal';

/** Whether invoices can be made for the account. */
export const hasBillingDetails = ({ company, country, ...address }: BillingAccount): boolean =>
  [company, country, address.address_line_1, address.address_postal_code, address.address_city].every(Boolean);
