/** What Vite wrote: which files a module needs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

export class Bundle {
  readonly folder: string;
  readonly #chunks: Record<string, Chunk>;

  constructor(folder: string) {
    this.folder = folder;
    this.#chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  }

  /** The file of a source module. */
  file(source: string): string {
    const chunk = this.#chunks[source];
    if (!chunk) throw new Error(`Vite wrote no file for ${source}`);
    return chunk.file;
  }

  /** The files that these sources load, with everything that they import. */
  scripts(...sources: string[]): string[] {
    const files = new Set<string>();
    const add = (source: string) => {
      const file = this.file(source);
      if (files.has(file)) return;
      files.add(file);
      for (const imported of this.#chunks[source]?.imports ?? []) add(imported);
    };
    for (const source of sources) add(source);
    return [...files];
  }
}
