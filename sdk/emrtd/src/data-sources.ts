import { type DocumentData, documentData } from './document-data.ts';

/** The data group that a field was taken from. */
export type DataSource = 'dg1' | 'dg11' | 'dg12';

export type DataSources = Partial<Record<keyof DocumentData, DataSource>>;

type Parts = Parameters<typeof documentData>;

/**
 * Says for each field which data group it comes from. It reads the document again with less and less of it, so that this can
 * never say anything else than what `documentData` did: what DG1 alone gives comes from DG1, and so on.
 */
export function dataSources(mrz: Parts[0], personal: Parts[1], document: Parts[2]): DataSources {
  const data = documentData(mrz, personal, document);
  const ofDg1 = documentData(mrz, {}, {});
  const withDg11 = documentData(mrz, personal, {});
  const sourceOf = (name: keyof DocumentData): DataSource => {
    if (isSame(data[name], ofDg1[name])) return 'dg1';
    return isSame(data[name], withDg11[name]) ? 'dg11' : 'dg12';
  };
  const names = Object.keys(data) as (keyof DocumentData)[];
  return Object.fromEntries(names.map((name) => [name, sourceOf(name)]));
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
