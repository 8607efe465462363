/** An amount of US dollars from its decimal string, without passing through a float: `0.10` stays `$0.10`, `99` is `$99`. */
export const formatUsd = (amount: string, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount as Intl.StringNumericLiteral);

/** A whole number with the locale's separators, also for four digits. */
export const formatCount = (count: number, locale: string): string =>
  new Intl.NumberFormat(locale, { useGrouping: 'always' }).format(count);
