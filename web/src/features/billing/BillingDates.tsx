import { useLingui } from '@lingui/react';

/** A billing date, which is in UTC for everyone. `value` is a date or a timestamp. */
export function UtcDate({ value }: { value: string }) {
  const { i18n } = useLingui();
  return <time dateTime={value}>{formatOf(i18n.locale).format(new Date(value))}</time>;
}

export function UtcPeriod({ start, end }: { start: string; end: string }) {
  const { i18n } = useLingui();
  return <span>{formatOf(i18n.locale).formatRange(new Date(start), new Date(end))}</span>;
}

const formatOf = (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });

/** The last month in which a card is valid, as printed on cards: `2029-08` is 08/29. */
export const Expiry = ({ month }: { month: string }) => (
  <time dateTime={month} className="font-mono">
    {month.slice(5)}/{month.slice(2, 4)}
  </time>
);
