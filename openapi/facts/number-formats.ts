/** `0.0075` → `$0.0075`, `-25.00` → `-$25.00`: keeps the precision of the string. */
export const dollars = (amount: string, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    useGrouping: 'always',
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  }).format(amount as Intl.StringNumericLiteral);

/** `0.255` → `25.5%`. */
export const percentage = (rate: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(
    rate as Intl.StringNumericLiteral,
  );
