import type { Generated } from 'kysely';

export interface UsageTables {
  usage_days: UsageDayTable;
}

/** Sessions of an account by the UTC day of their creation; demo sessions are not counted, specimen sessions only in `specimens`. */
interface UsageDayTable {
  merchant_id: number;
  day: string;
  created: Generated<number>;
  approved: Generated<number>;
  rejected: Generated<number>;
  failed: Generated<number>;
  specimens: Generated<number>;
}
