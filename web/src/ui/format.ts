/** Without floats: `0.10` is `$0.10`, `99` is `$99`. */
export const formatUsd = (amount: string, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount as Intl.StringNumericLiteral);

/** Formats a whole number with the locale's separators, even when it has only four digits. */
export const formatCount = (count: number, locale: string): string =>
  new Intl.NumberFormat(locale, { useGrouping: 'always' }).format(count);
