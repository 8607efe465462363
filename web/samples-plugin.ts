/**
 * Code samples for languages without an SDK of ours: `import('virtual:samples/python')` has a sample of every operation. Each language
 * is its own module, so a page only loads the languages its reader chooses.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { isSampled, requestSample, type Sampled } from './request-samples.ts';
import type { Operation } from './src/features/reference/operation.ts';

const resources = join(import.meta.dirname, 'src/generated/reference/resources');
const PREFIX = 'virtual:samples/';

export function samples(): Plugin {
  return {
    name: 'sigill:samples',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    async load(id) {
      const language = id.startsWith(`\0${PREFIX}`) ? id.slice(PREFIX.length + 1) : undefined;
      if (language === undefined) return undefined;
      if (!isSampled(language)) throw new Error(`There are no samples in ${language}.`);
      return { code: `export default ${JSON.stringify(await samplesIn(language))}`, map: null, moduleType: 'js' };
    },
  };
}

export async function samplesIn(language: Sampled): Promise<Record<string, string>> {
  const operations = readdirSync(resources).flatMap(
    (file) => (JSON.parse(readFileSync(join(resources, file), 'utf8')) as { operations: Operation[] }).operations,
  );
  return Object.fromEntries(
    await Promise.all(
      operations.map(async (operation) => [operation.operationId, await requestSample(language, operation)] as const),
    ),
  );
}
