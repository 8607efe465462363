import type { CallbackHost } from '@sigill/sdk/portal';

export type DeliveryDay = NonNullable<CallbackHost['days']>[number];

const LENGTH = 7;
const day_ms = 86_400_000;

/** The 7 days from the first one that is counted. The service lists only days with callbacks. */
export function lastDays(since: string, counted: DeliveryDay[]): DeliveryDay[] {
  const byDay = new Map(counted.map((one) => [one.day, one]));
  return Array.from({ length: LENGTH }, (_, index) => {
    const day = new Date(Date.parse(since) + index * day_ms).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, delivered: 0, failed: 0 };
  });
}
