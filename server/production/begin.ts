/**
 * The entry point of each command in the build artefact. Nothing else is loaded first, so that anything missing can be reported
 * clearly.
 */
import module from 'node:module';
import { join } from 'node:path';
import { wrongNode } from './node-version.ts';

export async function begin(folder: string, load: () => Promise<unknown>): Promise<void> {
  const complaint = wrongNode();
  if (complaint) end(complaint);
  // Forgetting the variable must not expose local mode to the public.
  process.env['NODE_ENV'] ||= 'production';
  // If the folder is not writable, the code is compiled at each start.
  module.enableCompileCache(join(folder, '.cache'));
  try {
    await load();
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    end(`The packages of ${folder} are not installed. Run \`npm ci --omit=dev\` there. ${(error as Error).message}`);
  }
}

function end(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
