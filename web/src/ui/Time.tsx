import { useLingui } from '@lingui/react';

type Props = { value: string; dateOnly?: boolean; seconds?: boolean };

/** A timestamp in the viewer's time zone. The exact time in UTC is its title. */
export function Time({ value, dateOnly = false, seconds = false }: Props) {
  const { i18n } = useLingui();
  const shown = new Intl.DateTimeFormat(i18n.locale, {
    dateStyle: 'medium',
    ...(!dateOnly && { timeStyle: seconds ? 'medium' : 'short' }),
  }).format(new Date(value));
  return (
    <time dateTime={value} title={`${value.replace('T', ' ').replace(/(\.\d+)?Z$/, '')} UTC`}>
      {shown}
    </time>
  );
}
