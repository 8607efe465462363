import { useLingui } from '@lingui/react';

/** A date of billing: the same for everybody, in UTC. Takes a date or a moment. */
export function UtcDate({ value }: { value: string }) {
  const { i18n } = useLingui();
  return <time dateTime={value}>{formatOf(i18n.locale).format(new Date(value))}</time>;
}

/** From the first to the last day of a billing cycle. */
export function UtcPeriod({ start, end }: { start: string; end: string }) {
  const { i18n } = useLingui();
  return <span>{formatOf(i18n.locale).formatRange(new Date(start), new Date(end))}</span>;
}

const formatOf = (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
