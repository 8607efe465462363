import type { Generated } from 'kysely';
import type { UsageField } from './session-usage.repository.ts';

export interface UsageTables {
  usage_days: UsageDayTable;
  usage_parts: UsagePartTable;
}

/**
 * The key of a count: an account's sessions by the UTC day of their creation. Specimen sessions (1) are counted separately from
 * the others (0), demo sessions not at all.
 */
interface CountedSessions {
  merchant_id: number;
  day: string;
  specimen: number;
}

/** How many sessions were opened, and how many have reached each state. */
type UsageDayTable = CountedSessions & Record<UsageField, Generated<number>>;

/** The breakdown of these counts. */
interface UsagePartTable extends CountedSessions {
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
