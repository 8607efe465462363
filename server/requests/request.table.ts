import type { OperationId, ProblemCode } from '../generated/operations.gen.ts';

export interface RequestTables {
  api_requests: ApiRequestTable;
}

/** A call with an API key. Its id contains its time. */
export interface ApiRequestTable {
  merchant_id: number;
  /** `req_…`: sorts by time. */
  request_id: string;
  /** The API key's user. */
  user_id: number;
  operation: OperationId;
  status: number;
  /** Why the call was refused or failed. */
  code: ProblemCode | null;
  duration_ms: number;
  /** The session that the call named or created. */
  session_id: number | null;
}
