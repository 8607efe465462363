import type { DataTag, UseQueryOptions } from '@tanstack/react-query';
import type { SigillError } from '../errors.ts';

export type QueryKey<Params> = readonly [call: string, params?: Params];

/** Options of `useQuery`, `prefetchQuery` and the like. The key knows the type of its data. */
export type Query<Data, Params> = Omit<
  UseQueryOptions<Data, SigillError, Data, QueryKey<Params>>,
  'queryKey' | 'queryFn'
> & {
  queryKey: DataTag<QueryKey<Params>, Data, SigillError>;
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
};

export const queryKey = <Params>(call: string, params: Params | undefined): QueryKey<Params> =>
  params === undefined ? [call] : [call, params];

/** The tag of a key exists only in its type, so the key is cast. */
export const query = <Data, Params>(
  key: QueryKey<Params>,
  queryFn: Query<Data, Params>['queryFn'],
): Query<Data, Params> => ({ queryKey: key as Query<Data, Params>['queryKey'], queryFn });
