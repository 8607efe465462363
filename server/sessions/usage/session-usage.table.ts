import type { Generated } from 'kysely';
import type { Counted, UsageField } from './session-usage.repository.ts';

export interface UsageTables {
  usage_days: UsageDayTable;
  usage_parts: UsagePartTable;
}

type UsageDayTable = Counted & Record<UsageField, Generated<number>>;

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
  | 'platform'
  /** The time from creation to verdict, in the buckets of `result-time.ts`. */
  | 'result_time';
