import type { Specimen as SpecimenBundle } from '@sigill/reader/specimen';
import { queryOptions } from '@tanstack/react-query';
import { fetchFile } from '../../api/service-files';

export type Specimen = { name: string; title: string; description: string; outcome: { state: Outcome; code?: string } };
export type Outcome = 'APPROVED' | 'REJECTED' | 'FAILED' | 'ABORTED';

/** The service's specimen documents. They are public files outside the API, so the SDK has no calls for them. */
export const specimenListOptions = () =>
  queryOptions({
    queryKey: ['specimens'],
    queryFn: async ({ signal }) => (await get<{ specimens: Specimen[] }>('/specimens.json', signal)).specimens,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const specimenBundleOptions = (name: string) =>
  queryOptions({
    queryKey: ['specimens', name],
    queryFn: ({ signal }) => get<SpecimenBundle>(`/specimens/${encodeURIComponent(name)}.json`, signal),
  });

async function get<T>(path: `/${string}`, signal: AbortSignal): Promise<T> {
  const response = await fetchFile(path, { signal });
  return response.json();
}
