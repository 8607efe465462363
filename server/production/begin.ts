/** How each command of the artefact begins. Nothing else is loaded before, so that what is missing can be said in a sentence. */
import module from 'node:module';
import { join } from 'node:path';
import { wrongNode } from './node-version.ts';

/** Runs what `load` gives, with the code that earlier runs have compiled. */
export async function begin(folder: string, load: () => Promise<unknown>): Promise<void> {
  const complaint = wrongNode();
  if (complaint) end(complaint);
  // Whoever forgets the variable must not open local mode to the public.
  process.env['NODE_ENV'] ||= 'production';
  // Where the folder cannot be written, the code is compiled at each start.
  module.enableCompileCache(join(folder, '.cache'));
  try {
    await load();
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    end(`The packages of ${folder} are not installed: run \`npm ci --omit=dev\` there. ${(error as Error).message}`);
  }
}

function end(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
