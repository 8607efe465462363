import { sessionListOptions } from '@sigill/sdk/portal/react-query';
import { sigill } from '../../api/client';
import type { ListedParams } from './session-search';

/** A page of all sessions, or only of those marked as needing a look. Both have the same shape and the same kind of key. */
export function listOptions(params: ListedParams) {
  const options = sessionListOptions(params);
  const { marked, search: _, ...filter } = params;
  return marked
    ? { ...options, queryFn: ({ signal }: { signal: AbortSignal }) => sigill.sessionMark.list(filter, { signal }) }
    : options;
}
