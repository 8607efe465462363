import type { EventType } from '../generated/operations.gen.ts';
import type { AccountEndpointTable } from './callback.table.ts';

type Filter = Pick<AccountEndpointTable, 'event_types'>;

/** Undefined if the endpoint receives all types, including types added in later versions. */
export const typesOf = ({ event_types }: Filter): EventType[] | undefined =>
  event_types === null ? undefined : (JSON.parse(event_types) as EventType[]);

export const receives = (endpoint: Filter, type: EventType): boolean => typesOf(endpoint)?.includes(type) ?? true;

export const storedTypes = (types: readonly EventType[] | null | undefined): string | null =>
  types ? JSON.stringify([...new Set(types)]) : null;
