import type { Specimen } from '@sigill/reader/specimen';
import { use } from 'react';
import { loadLater } from '../../api/later';
import { fetchFile } from '../../api/service-files';

export type ListedSpecimen = { name: string; title: string; document_number: string };

const files = new Map<string, Promise<unknown>>();

const fetched = async <T>(path: `/${string}`): Promise<T> => (await fetchFile(path)).json();

/** Fetches a file once while the page is open. */
function kept<T>(path: `/${string}`): Promise<T> {
  const file = files.get(path) ?? loadLater(() => fetched<T>(path));
  files.set(path, file);
  return file as Promise<T>;
}

export const useSpecimens = (): ListedSpecimen[] =>
  use(kept<{ specimens: ListedSpecimen[] }>('/specimens.json')).specimens;

const pathOf = (name: string) => `/specimens/${encodeURIComponent(name)}.json` as const;

/** Fails without a network, unlike what a screen waits for. */
export const specimenNamed = (name: string): Promise<Specimen> => fetched<Specimen>(pathOf(name));

export const useSpecimen = (name: string): Specimen => use(kept<Specimen>(pathOf(name)));
