import { timestamp } from '../core/clock.ts';
import { timeOfRequest } from '../core/request-id.ts';
import type { ApiRequest } from '../generated/operations.gen.ts';
import type { ApiRequestTable } from './request.table.ts';

export const viewRequest = ({
  request_id,
  code,
  session_id,
  merchant_id: _,
  ...shown
}: ApiRequestTable): ApiRequest => ({
  request_id,
  created: timestamp(new Date(timeOfRequest(request_id))),
  ...shown,
  ...(code !== null && { code }),
  ...(session_id !== null && { session_id }),
});
