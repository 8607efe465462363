const day_ms = 86_400_000;

/** The days between the day on which a list was signed and the moment of the answer. */
export const ageInDays = (date: string, as_of: string): number =>
  Math.max(0, Math.floor((Date.parse(as_of) - Date.parse(date)) / day_ms));

/** Publishers renew their lists about once a month; after three months keys are missing from them. */
export const aged_days = 30;
export const old_days = 90;

export type Freshness = 'fresh' | 'aged' | 'old';

export const freshnessOf = (days: number): Freshness => (days > old_days ? 'old' : days > aged_days ? 'aged' : 'fresh');
