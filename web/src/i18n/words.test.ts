/** Each screen brings the words of everything that it draws: a file with messages is in a catalog that its screen loads. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '..');
/** `site` is with every page, `app` with every screen that calls the service. */
const ALWAYS = ['site', 'app'];

const partsOf = new Map<string, Set<string>>();
for (const file of readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })) {
  if (!/(^|\/)en\.po$/.test(file)) continue;
  const part = file === 'en.po' ? 'site' : dirname(file);
  for (const [, origin = ''] of readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^#: src\/(.+)$/gm))
    partsOf.set(origin, (partsOf.get(origin) ?? new Set()).add(part));
}

const routes = join(src, 'routes/{-$locale}');
const layouts = readdirSync(routes).filter((name) => /^_[\w-]+\.tsx$/.test(name));
const screens = layouts.flatMap((layout) => {
  const folder = layout.replace('.tsx', '');
  return readdirSync(join(routes, folder)).map((screen) => ({ screen: join(folder, screen), layout }));
});

test.each(screens)('$screen loads the words of what it draws', ({ screen, layout }) => {
  const files = [screen, layout].map((name) => join(routes, name));
  const words = [...ALWAYS, ...files.flatMap(namedWords)];
  expect(words).toEqual([...new Set(words)]);
  expect(withoutWords(reached(files), words)).toEqual([]);
});

describe('what is loaded later', () => {
  const later = sources().flatMap((file) =>
    [...code(file).matchAll(/\bimport\('(\.[^']+)'\)/g)].flatMap(([, name = '']) => {
      const loaded = sourceOf(file, name);
      return loaded && !loaded.includes('/i18n/') ? [{ file: relative(src, file), loaded }] : [];
    }),
  );

  test('is found', () => expect(later.map(({ file }) => file)).toContain('features/security/FreshProof.tsx'));

  test.each(later.filter(({ file }) => file.startsWith('features/')))('$file brings its words', ({ file, loaded }) => {
    // Either file may ask for them.
    const asking = [join(src, file), loaded].map(code).join();
    const asked = [...asking.matchAll(/activate\([^;]*?\)[^;]*?\)/g)]
      .flatMap(([call]) => [...call.matchAll(/'([\w-]+)'/g)])
      .map(([, part = '']) => part);
    const around = screens.filter(({ screen, layout }) =>
      reached([screen, layout].map((name) => join(routes, name))).has(join(src, file)),
    );
    const named = around.map(({ screen, layout }) =>
      [screen, layout].flatMap((name) => namedWords(join(routes, name))),
    );
    for (const words of named.length > 0 ? named : [[]])
      expect(withoutWords(reached([loaded]), [...ALWAYS, ...words, ...asked])).toEqual([]);
  });
});

/** The parts that a route names. */
const namedWords = (file: string) =>
  [...(/staticData: \{ words: \[([^\]]*)\]/.exec(code(file))?.[1] ?? '').matchAll(/'([\w-]+)'/g)].map(
    ([, part = '']) => part,
  );

const withoutWords = (files: Set<string>, words: string[]) =>
  [...files]
    .map((file) => relative(src, file))
    .filter((file) => partsOf.has(file) && !words.some((part) => partsOf.get(file)?.has(part)));

/** The files, and all that they import at once; a part that a screen loads by itself finds its words there. */
function reached(files: string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    const parts = /= part\('[^']+', \(\) => import\('(\.[^']+)'\)\)/g;
    const names = [
      ...code(file).matchAll(/^(?:import|export)\b(?! type)[^;]*?'(\.[^']+)';/gm),
      ...code(file).matchAll(parts),
    ];
    reached(
      names.flatMap(([, name = '']) => sourceOf(file, name) ?? []),
      found,
    );
  }
  return found;
}

function sourceOf(from: string, name: string): string | undefined {
  const path = resolve(dirname(from), name);
  return [path, `${path}.ts`, `${path}.tsx`].find((file) => /\.tsx?$/.test(file) && existsSync(file));
}

function sources(): string[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(src, file));
}

function code(file: string): string {
  return readFileSync(file, 'utf8');
}
