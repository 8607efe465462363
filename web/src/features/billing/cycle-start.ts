import { selectOrdinal, t } from '@lingui/core/macro';

/** `Starts on the 3rd of every month`. */
export const cycleStart = (day: number): string =>
  t`Starts on the ${selectOrdinal(day, { one: '#st', two: '#nd', few: '#rd', other: '#th' })} of every month`;
