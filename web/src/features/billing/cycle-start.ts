import { selectOrdinal, t } from '@lingui/core/macro';

/** `Begins the 3rd every month`. */
export const cycleStart = (day: number): string =>
  t`Begins the ${selectOrdinal(day, { one: '#st', two: '#nd', few: '#rd', other: '#th' })} every month`;
