const day_ms = 86_400_000;

/** The days between the date on which a list was signed and the time of the response. */
export const ageInDays = (date: string, as_of: string): number =>
  Math.max(0, Math.floor((Date.parse(as_of) - Date.parse(date)) / day_ms));

/** Publishers renew their lists about once a month; a list that is three months old lacks newer keys. */
export const aged_days = 30;
export const old_days = 90;

export type Freshness = 'fresh' | 'aged' | 'old';

export const freshnessOf = (days: number): Freshness => (days > old_days ? 'old' : days > aged_days ? 'aged' : 'fresh');
