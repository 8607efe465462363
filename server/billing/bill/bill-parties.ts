import type { Seller } from '../../core/config.ts';
import { known } from '../../core/known.ts';
import type { BankAccount, BillBuyer, BillSeller } from '../../generated/operations.gen.ts';
import type { Bill } from '../ledger/bill.repository.ts';
import type { Account } from '../ledger/billing.repository.ts';
import type { PaymentMethod } from '../ledger/payment-method.repository.ts';

type Address = Pick<
  PaymentMethod,
  'address_line_1' | 'address_line_2' | 'address_postal_code' | 'address_city' | 'address_state'
>;

export const hasBillingAddress = (account: Account): boolean => account.country !== null && hasAddress(account);

/** Without a company, the buyer is the person whose name is on the primary card. Invoice methods have no name. */
export const buyerName = (
  { company }: Pick<Account, 'company'>,
  method: Pick<PaymentMethod, 'name'> | undefined,
): string | null => company ?? method?.name ?? null;

const hasAddress = (account: Account): account is Account & Address =>
  account.address_line_1 !== null && account.address_postal_code !== null && account.address_city !== null;

export const sellerOf = ({ name, address, country, vat_number }: Seller): BillSeller => ({
  name,
  address,
  ...known({ country, vat_number }),
});

/** Accounts that enabled billing before an address was required use the address of their payment method. */
export function buyerOf(account: Account, method: PaymentMethod | undefined): BillBuyer {
  const { company, country, vat_number } = account;
  const name = company === null ? buyerName(account, method) : null;
  const ordered = method?.type === 'INVOICE' ? method.reference : null;
  return {
    ...known({ company, name, country, vat_number, purchase_order: account.purchase_order ?? ordered }),
    address: hasAddress(account)
      ? linesOf(account, country)
      : method?.address_country === country
        ? linesOf(method, country)
        : [],
  };
}

/** Countries in whose addresses the city comes before the postal code (Universal Postal Union, S42). */
const CITY_FIRST = ['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'US'];

function linesOf(address: Address, country: string | null): string[] {
  const { address_postal_code: code, address_city: city, address_state: state } = address;
  const place =
    country !== null && CITY_FIRST.includes(country)
      ? [`${[city, state].filter(Boolean).join(', ')} ${code}`]
      : [`${code} ${city}`, state];
  return [address.address_line_1, address.address_line_2, ...place].filter((line) => line !== null);
}

interface Parties {
  seller: BillSeller;
  buyer: BillBuyer;
  bank_account?: BankAccount;
}

/** Earlier versions stored no seller, and the buyer in separate columns. */
export function partiesOf(bill: Bill, present: Seller): Parties {
  const { bank_account, ...seller }: BillSeller & { bank_account?: BankAccount } =
    bill.seller === null ? sellerOf(present) : JSON.parse(bill.seller);
  return { seller, buyer: bill.buyer === null ? keptBuyer(bill) : JSON.parse(bill.buyer), ...known({ bank_account }) };
}

const keptBuyer = ({ company, country, vat_number, address }: Bill): BillBuyer => ({
  ...known({ company, country, vat_number }),
  address: address === null ? [] : JSON.parse(address),
});
