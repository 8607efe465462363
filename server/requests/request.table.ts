import type { OperationId, ProblemCode } from '../generated/operations.gen.ts';

export interface RequestTables {
  api_requests: ApiRequestTable;
}

/** A call with an API key. Its id contains its time. */
export interface ApiRequestTable {
  merchant_id: number;
  request_id: string;
  user_id: number;
  operation: OperationId;
  status: number;
  code: ProblemCode | null;
  duration_ms: number;
  session_id: number | null;
}
