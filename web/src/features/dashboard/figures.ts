import type { OverviewFigures } from '@sigill/sdk/portal';

/** A share of a whole, or undefined when the whole is zero. */
export const share = (part: number, whole: number): number | undefined => (whole > 0 ? part / whole : undefined);

/** The share of documents with a verdict that were approved. */
export const approvalRate = ({ approved, rejected }: OverviewFigures) => share(approved, approved + rejected);

/** The best unit for a duration: seconds below ten minutes, then minutes, then hours. */
export function durationOf(seconds: number): { value: number; unit: 'second' | 'minute' | 'hour' } {
  if (seconds < 600) return { value: seconds, unit: 'second' };
  if (seconds < 3600 * 3) return { value: Math.round(seconds / 60), unit: 'minute' };
  return { value: Math.round(seconds / 360) / 10, unit: 'hour' };
}
