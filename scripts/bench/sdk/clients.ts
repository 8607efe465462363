/** The clients that `npm run bench -- sdk` compares: each a file that makes three calls, as its README shows. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { rolldown } from 'rolldown';
import { contractFile } from '../../contract/contract.ts';
import { here } from '../paths.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { UsageError } from '../usage-error.ts';

const folder = join(here, 'sdk-peers');

export interface SdkClient {
  /** That of its file. */
  name: string;
  label: string;
  is_peer: boolean;
}

const ours = (name: string, label: string): SdkClient => ({ name, label, is_peer: false });
const peer = (name: string, label = name): SdkClient => ({ name, label, is_peer: true });

export const CLIENTS: readonly SdkClient[] = [
  ours('sigill', '`@sigill/sdk`, one class'),
  ours('sigill-whole', '`@sigill/sdk`'),
  peer('openapi-fetch'),
  peer('hey-api', 'hey-api, its own client'),
  peer('svix'),
  peer('stripe'),
  peer('openai'),
  peer('workos'),
];

/** @throws UsageError for a name that no client has. */
export function clientsNamed(names: string[] | undefined): readonly SdkClient[] {
  const unknown = names?.find((name) => !CLIENTS.some((client) => client.name === name));
  if (unknown) throw new UsageError(`There is no client "${unknown}": ${CLIENTS.map(({ name }) => name).join(', ')}`);
  return CLIENTS.filter(({ name }) => names?.includes(name) ?? true);
}

export const pathOf = ({ name }: SdkClient): string => join(folder, `${name}.js`);

/** What hey-api makes of our contract with its stock client, as one module that Node runs. */
export async function generateHeyApi(): Promise<void> {
  const scratch = temporaryFolder();
  const target = join(folder, 'node_modules/.hey-api');
  try {
    const plugins = ['@hey-api/typescript', '@hey-api/client-fetch', '@hey-api/sdk'] as const;
    await createClient({
      input: publishedFile,
      logs: { level: 'silent' },
      output: { path: scratch.path, module: { extension: '.ts' } },
      plugins: [...plugins],
    });
    const entry = `export { client } from './client.gen.ts'; export * from './sdk.gen.ts';`;
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    const built = await rolldown({ input: 'entry', plugins: [virtual('entry', entry, scratch.path)] });
    await built.write({ file: join(target, 'index.js'), format: 'esm' });
  } finally {
    scratch.remove();
  }
}

const virtual = (name: string, code: string, base: string) => ({
  name: 'entry',
  resolveId: (id: string, importer?: string) => (id === name ? name : importer === name ? join(base, id) : undefined),
  load: (id: string) => (id === name ? code : undefined),
});
