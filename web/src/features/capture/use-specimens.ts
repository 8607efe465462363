import type { Specimen } from '@sigill/reader/specimen';
import { use } from 'react';
import { fetchFile } from '../../api/service-files';

export type ListedSpecimen = { name: string; title: string; document_number: string };

const files = new Map<string, Promise<unknown>>();

/** Fetches a file once while the page is open, and again after a failure. */
function kept<T>(path: `/${string}`): Promise<T> {
  const file = files.get(path) ?? fetchFile(path).then((response) => response.json());
  files.set(path, file);
  file.catch(() => files.delete(path));
  return file as Promise<T>;
}

export const useSpecimens = (): ListedSpecimen[] =>
  use(kept<{ specimens: ListedSpecimen[] }>('/specimens.json')).specimens;

export const specimenNamed = (name: string): Promise<Specimen> =>
  kept<Specimen>(`/specimens/${encodeURIComponent(name)}.json`);

export const useSpecimen = (name: string): Specimen => use(specimenNamed(name));
