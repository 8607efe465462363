import type { Generated } from 'kysely';
import type { Counted, UsageField } from './session-usage.repository.ts';

export interface UsageTables {
  usage_days: UsageDayTable;
  usage_parts: UsagePartTable;
}

/** How many sessions were opened, and how many have reached each state. */
type UsageDayTable = Counted & Record<UsageField, Generated<number>>;

/** The breakdown of these counts. */
interface UsagePartTable extends Counted {
  kind: UsagePart;
  /** A failure code, a country, a platform, or the number of a time bucket. */
  name: string;
  count: number;
}

export type UsagePart =
  | 'failure'
  | 'rejection'
  | 'approved_country'
  | 'rejected_country'
  /** The platform of a session's reader. */
  | 'platform'
  /** The time from creation to verdict, in the buckets of `result-time.ts`. */
  | 'result_time';
