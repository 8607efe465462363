export interface ThrottleTables {
  throttles: ThrottleTable;
}

/** A leaking bucket of attempts. */
interface ThrottleTable {
  id: string;
  /** When all of it has leaked away, in milliseconds since 1970: each attempt puts it off. */
  empty_at: number;
}
