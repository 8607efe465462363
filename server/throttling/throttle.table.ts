export interface ThrottleTables {
  throttles: ThrottleTable;
}

/** A leaking bucket of attempts. */
interface ThrottleTable {
  id: string;
  /** When the bucket will be empty, in milliseconds since 1970. Each attempt moves it further away. */
  empty_at: number;
}
