/** Reads Vite's manifest: which files a module needs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Chunk = { file: string; imports?: string[] };

export class Bundle {
  readonly #chunks: Record<string, Chunk>;

  constructor(folder: string) {
    this.#chunks = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  }

  /** The sources that the router loads when a path's screen is opened: the screen's own and those of its layout routes. */
  screen(path: string): string[] {
    const sources = Object.keys(this.#chunks);
    const folder = 'src/routes/{-$locale}/';
    // A file name may contain several segments, as in invite.$token.tsx.
    const flat = (text: string) => text.replaceAll('/', '.');
    const ends = [`${flat(path)}.tsx?`, `${flat(path)}.index.tsx?`];
    const screen = sources.find(
      (source) => source.startsWith(folder) && ends.some((end) => flat(source).includes(end)),
    );
    if (!screen) throw new Error(`Vite wrote no screen for ${path}`);
    const layout = screen.slice(0, screen.indexOf('/', folder.length));
    return [screen, ...sources.filter((name) => name.startsWith(`${layout}.tsx?`))];
  }

  catalogs(locale: string, ...sources: string[]): string[] {
    const names = sources.map((source) => `../virtual:catalogs/${locale}/${source.replace(/^src\/|\?.*$/g, '')}`);
    return names.filter((name) => name in this.#chunks);
  }

  scripts(...sources: string[]): string[] {
    const files = new Set<string>();
    const add = (source: string) => {
      const chunk = this.#chunks[source];
      if (!chunk) throw new Error(`Vite wrote no file for ${source}`);
      if (files.has(chunk.file)) return;
      files.add(chunk.file);
      for (const imported of chunk.imports ?? []) add(imported);
    };
    for (const source of sources) add(source);
    return [...files];
  }
}
