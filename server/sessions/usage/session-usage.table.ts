import type { Generated } from 'kysely';
import type { UsageField } from './session-usage.repository.ts';

export interface UsageTables {
  usage_days: UsageDayTable;
  usage_parts: UsagePartTable;
}

/**
 * What a count belongs to: sessions of an account by the UTC day of their creation. Specimen sessions (1) are counted apart from
 * the others (0), demo sessions not at all.
 */
interface CountedSessions {
  merchant_id: number;
  day: string;
  specimen: number;
}

/** How many sessions were opened, and have come to each state. */
type UsageDayTable = CountedSessions & Record<UsageField, Generated<number>>;

/** What parts these are made of. */
interface UsagePartTable extends CountedSessions {
  kind: UsagePart;
  /** A code of failure, a country, a platform or the number of a span of time. */
  name: string;
  count: number;
}

export type UsagePart =
  | 'failure'
  | 'rejection'
  | 'approved_country'
  | 'rejected_country'
  /** What the reader of a session ran on. */
  | 'platform'
  /** How long it took from the creation to the verdict, as `result-time.ts` divides it. */
  | 'result_time';
