/** The few statistics that a table of ratios needs. Each @throws for an empty list. */

export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** The value below which `share` (0 to 1) of the values lie, interpolated between its neighbours. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('There is no quantile of no values');
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)]!;
  return below + (sorted[Math.ceil(place)]! - below) * (place - Math.floor(place));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const spread = (values: readonly number[]): Spread => ({
  median: median(values),
  min: quantile(values, 0),
  max: quantile(values, 1),
});

/** Each value by the value of the same round, so that a machine that grows slower or faster meanwhile changes nothing. */
export function pairedRatios(values: readonly number[], by: readonly number[]): number[] {
  if (values.length !== by.length) throw new Error(`${values.length} values cannot be paired with ${by.length}`);
  return values.map((value, round) => value / by[round]!);
}

/** The order of one round: every round starts with another one, and every second round runs backwards. */
export function rotated<T>(items: readonly T[], round: number): T[] {
  const from = Math.floor(round / 2) % Math.max(items.length, 1);
  const order = [...items.slice(from), ...items.slice(0, from)];
  return round % 2 === 0 ? order : order.reverse();
}
