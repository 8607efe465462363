/**
 * Gives every page only the messages of the code that it loads. A dynamic import such as `import('./Palette')` also waits for that
 * file's catalog: the messages of the file and of everything it imports, in the language of the page. English is in the code,
 * Spanish in src/i18n/es.po. One such catalog is `virtual:catalogs/es/features/palette/Palette.tsx`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { createCompiledCatalog, extractFromFileWithBabel, getCatalogs } from '@lingui/cli/api';
import type { LinguiConfigNormalized } from '@lingui/conf';
import { normalizePath, type Plugin } from 'vite';

type Messages = Record<string, string>;

const src = normalizePath(join(import.meta.dirname, 'src'));
const routes = `${src}/routes`;
/** Every page loads the catalog of `site`, and every screen also loads that of `app`. */
const [site, app] = [`${src}/site.tsx`, `${src}/app.tsx`];
/** The only route loaded with the router. All others are loaded when they are opened. */
const OUTERMOST = `${routes}/__root.tsx`;
const PREFIX = 'virtual:catalogs/';
const DYNAMIC_IMPORT = /\bimport\((['"])([^'"]+)\1\)/g;
const STATIC_IMPORT = /^(?:import|export)\b(?! type)[^;]*?'(\.[^']+)';/gm;

export function catalogs(config: LinguiConfigNormalized): Plugin {
  async function messagesOf(file: string): Promise<Messages> {
    const all = await Promise.all(filesWithMessages(file).map((path) => (read(path).messages ??= messagesIn(path))));
    return Object.assign({}, ...all);
  }

  async function messagesIn(file: string): Promise<Messages> {
    const messages: Messages = {};
    const add = ({ id, message = '' }: { id: string; message?: string }) => {
      messages[id] = message;
    };
    const plugins = ['typescript' as const, ...(file.endsWith('.tsx') ? ['jsx' as const] : [])];
    await extractFromFileWithBabel(file, read(file).code, add, { linguiConfig: config }, { plugins });
    return messages;
  }

  /** A message without a translation stays in English. `npm run check` reports it. */
  async function translated(messages: Messages, locale: string): Promise<Messages> {
    const [catalog] = await getCatalogs(config);
    const translations = locale === config.sourceLocale ? {} : await catalog?.read(locale);
    return Object.fromEntries(
      Object.entries(messages).map(([id, message]) => [id, translations?.[id]?.translation || message]),
    );
  }

  return {
    name: 'sigill:catalogs',
    enforce: 'post',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    async load(id) {
      const [, locale, path] = /^\0virtual:catalogs\/(\w+)\/(.+)$/.exec(id) ?? [];
      if (!locale || !path) return undefined;
      const file = `${src}/${path}`;
      this.addWatchFile(`${src}/i18n/es.po`);
      const messages = await translated(await messagesOf(file), locale);
      const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'es' });
      for (const { source, error } of errors) this.error(`${source} (${locale}): ${error.message}`);
      return { code: source, map: null, moduleType: 'js' };
    },
    watchChange: () => sources.clear(),
    transform(code, id) {
      const importer = id.replace(/\?.*/, '');
      if (!importer.startsWith(src) || /\.test\.tsx?$/.test(importer)) return undefined;
      const loaders = new Map<string, string>();
      for (const [call, , name = ''] of code.matchAll(DYNAMIC_IMPORT)) {
        const file = sourceOf(importer, name);
        if (file && filesWithMessages(file).length > 0) loaders.set(call, loaderOf(file));
      }
      if (loaders.size === 0) return undefined;
      const names = new Map([...loaders.keys()].map((call, index) => [call, `__catalog${index}`]));
      const before = [
        `import { withCatalog as __withCatalog } from ${JSON.stringify(`${src}/i18n/locale.ts`)};`,
        ...[...loaders].map(([call, loader]) => `const ${names.get(call)} = ${loader};`),
      ].join('');
      const waiting = code.replace(DYNAMIC_IMPORT, (call) =>
        names.has(call) ? `__withCatalog(${call}, ${names.get(call)})` : call,
      );
      return { code: before + waiting, map: null };
    },
  };

  function loaderOf(file: string): string {
    const path = file.slice(src.length + 1);
    const load = config.locales.map(
      (locale) => `${locale}: () => import(${JSON.stringify(`${PREFIX}${locale}/${path}`)})`,
    );
    return `{ ${load.join(', ')} }`;
  }
}

function filesWithMessages(file: string): string[] {
  const there = reached(loadedBefore(file));
  return [...reached([file])].filter((path) => !there.has(path) && read(path).code.includes('@lingui/'));
}

function loadedBefore(file: string): string[] {
  if (file === site) return [];
  if (!file.startsWith(routes)) return [site];
  const layouts: string[] = [];
  for (let folder = dirname(file); folder !== routes; folder = dirname(folder)) layouts.push(`${folder}.tsx`);
  return [site, app, ...layouts.filter((layout) => existsSync(layout))];
}

export function reached(files: string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file)) continue;
    found.add(file);
    reached(read(file).imports, found);
  }
  return found;
}

type Source = { code: string; imports: string[]; messages?: Promise<Messages> };

const sources = new Map<string, Source>();

function read(file: string): Source {
  const known = sources.get(file);
  if (known) return known;
  const code = readFileSync(file, 'utf8');
  const imports = [...code.matchAll(STATIC_IMPORT)].flatMap(([, name = '']) => sourceOf(file, name) ?? []);
  const source = { code, imports: file.endsWith('routeTree.gen.ts') ? [OUTERMOST] : imports };
  sources.set(file, source);
  return source;
}

function sourceOf(importer: string, name: string): string | undefined {
  if (!name.startsWith('.') && !isAbsolute(name)) return undefined;
  const path = normalizePath(resolve(dirname(importer), name.replace(/\?.*/, '')));
  return [path, `${path}.ts`, `${path}.tsx`].find((file) => /\.tsx?$/.test(file) && existsSync(file));
}
