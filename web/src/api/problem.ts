import { t } from '@lingui/core/macro';
import { SigillError } from '@sigill/sdk';

export type ShownProblem = { text: string; request_id?: string; details: SigillError['details'] };

/** What a failed call has to say to the person in front of it: the service's own words, when it answered. */
export function problemOf(error: unknown): ShownProblem {
  if (!(error instanceof SigillError))
    return { text: t`Something went wrong in this page. Reload it and try again.`, details: [] };
  const { status, message, requestId, details } = error;
  if (status === 0) return { text: t`The service could not be reached. Check your connection and try again.`, details };
  return { text: message, details, ...(requestId && { request_id: requestId }) };
}
