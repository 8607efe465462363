import { useLingui } from '@lingui/react';

type Props = {
  value: string;
  dateOnly?: boolean;
  timeOnly?: boolean;
  seconds?: boolean;
  /** Replaces `dateOnly`, `timeOnly` and `seconds`. */
  format?: Intl.DateTimeFormatOptions | undefined;
};

/** Shown in the viewer's time zone, with the exact time in UTC as the title. */
export function Time({ value, dateOnly = false, timeOnly = false, seconds = false, format }: Props) {
  const { i18n } = useLingui();
  const shown = new Intl.DateTimeFormat(
    i18n.locale,
    format ?? {
      ...(!timeOnly && { dateStyle: 'medium' }),
      ...(!dateOnly && { timeStyle: seconds ? 'medium' : 'short' }),
    },
  ).format(new Date(value));
  return (
    <time dateTime={value} title={`${value.replace('T', ' ').replace(/(\.\d+)?Z$/, '')} UTC`}>
      {shown}
    </time>
  );
}
