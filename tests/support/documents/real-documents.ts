/** Public test documents, kept outside the project. Tests that need them are skipped, and say so, when they are absent. */
import { existsSync, readFileSync } from 'node:fs';

const folder = new URL('../../../../shared/data/emrtd/', import.meta.url);

export const hasTestData = existsSync(folder);
if (!hasTestData) console.warn('Skipped: tests on public documents, because ../shared/data/emrtd is absent');

export const readTestData = (path: string) => readFileSync(new URL(path, folder));

export interface TestVector {
  comment: string;
  hex: string;
}

export const readVectors = (name: string): Buffer[] => {
  if (!hasTestData) return [];
  const vectors: TestVector[] = JSON.parse(readTestData(`vectors/${name}`).toString());
  return vectors.map(({ hex }) => Buffer.from(hex, 'hex'));
};
