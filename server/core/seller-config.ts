import { product_name } from '../../openapi/facts/product.ts';
import { isCountry } from './country-codes.ts';
import type { Environment } from './environment.ts';

/** Without these, customers cannot use an invoice in their books (Directive 2006/112/EC, article 226). */
const NEEDED = ['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_COUNTRY', 'SELLER_VAT_NUMBER'] as const;

export function readSeller(environment: Environment) {
  const { text, complain } = environment;
  const country = text('SELLER_COUNTRY');
  if (country && !isCountry(country)) complain(`SELLER_COUNTRY must be a country code such as SE, not "${country}".`);
  return {
    name: text('SELLER_NAME') ?? product_name,
    address: parts(text('SELLER_ADDRESS')).filter(Boolean),
    vat_number: text('SELLER_VAT_NUMBER'),
    /** The country whose customers pay VAT even with a VAT number. */
    country,
    bank_account: readBankAccount(environment),
    missing: NEEDED.filter((name) => !text(name)),
  };
}

export function readSeries({ text, complain }: Environment, name: 'BILL_SERIES' | 'CREDIT_NOTE_SERIES', usual: string) {
  const series = text(name) ?? usual;
  if (!/^[A-Z0-9]{1,20}$/.test(series))
    complain(`${name} must be up to 20 capital letters and digits, such as ${usual}, not "${series}".`);
  return series;
}

function readBankAccount({ text, complain }: Environment) {
  const value = text('SELLER_BANK_ACCOUNT');
  if (value === undefined) return undefined;
  const [account = '', bic, bank] = parts(value);
  const iban = account.replaceAll(' ', '').toUpperCase();
  if (!isIban(iban) || (bic && !/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)))
    complain(
      `SELLER_BANK_ACCOUNT must be an IBAN, and may continue with the BIC and the name of the bank, such as SE35 5000 0000 0549 1000 0003|ESSESESS|SEB, not "${value}".`,
    );
  return { iban, ...(bic && { bic }), ...(bank && { bank }) };
}

const parts = (text = ''): string[] => text.split('|').map((part) => part.trim());

/** ISO 13616: with its first four characters last and letters as 10 to 35, the number is 1 modulo 97. */
function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
  return BigInt(moved.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))) % 97n === 1n;
}
