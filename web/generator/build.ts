/**
 * Builds the site: the app, as `vite build web` does, then every public page in every language as its own document with its head, plus
 * Markdown and search texts, sitemap, robots, feed, llms.txt, Postman collection, the Redocly page, and site.json, which tells the
 * server what exists. web/generator/finish.ts adds what isn't needed right away. `node web/generator/build.ts [folder]`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { root } from '../../openapi/contract/contract.ts';
import type { Rendered } from '../src/prerender.tsx';
import { Bundle } from './bundle.ts';
import { openDocument, type PageHead, pageDocument, plainText, screenDocument } from './document.ts';
import { feedOf, type Listed, robotsOf, sitemapOf } from './feed.ts';
import { llmsOf, markdownPath, type ReadablePage } from './llms.ts';
import { drawPicture } from './open-graph.ts';
import { type PageTexts, textsOf } from './page-texts.ts';
import { pictureFiles } from './pictures.ts';
import { postmanCollection } from './postman.ts';
import { searchFiles } from './search.ts';
import { standaloneReference } from './standalone-reference.ts';

type Site = typeof import('../src/prerender.tsx');

const folder = resolve(process.argv[2] ?? join(root, 'web/dist'));
const reference = standaloneReference();
await build({ root: join(root, 'web'), logLevel: 'warn', build: { outDir: folder } });
const site = await loadSite();
const { facts, locales } = site;
const { product, site_url: origin } = facts;
const bundle = new Bundle(folder);
const shell = readFileSync(join(folder, 'index.html'), 'utf8');
const tagline: Record<string, string> = {};
for (const locale of locales) tagline[locale] = nameOf((await site.render('/', locale)).title);
const pages: Record<string, string> = {};
const unknown: Record<string, string> = {};
const screens: Record<string, string> = {};
const listed: Listed[] = [];
const sections: Record<string, PageTexts['sections'][]> = Object.fromEntries(locales.map((locale) => [locale, []]));
const readable: ReadablePage[] = [];

for (const path of [...site.publicPaths, site.unknownPath]) {
  for (const locale of locales) {
    const page = await site.render(path, locale);
    const isFound = path !== site.unknownPath;
    const islands = islandsOf(page.html);
    const head = headOf(path, locale, page, isFound, [
      'src/site.tsx',
      ...islands,
      ...bundle.catalogs(locale, ...islands),
    ]);
    const file = write(fileOf(path, locale), pageDocument(shell, head, page.html));
    if (!isFound) unknown[locale] = file;
    else {
      pages[head.path] = file;
      listed.push(head);
      const title = nameOf(page.title);
      const texts = await textsOf({ path, title, html: page.html }, origin + head.path);
      sections[locale]!.push(texts.sections);
      const twin = markdownPath(head.path).slice(1);
      write(twin, texts.markdown);
      if (texts.with_face) write(`with-face/${twin}`, texts.with_face);
      if (texts.with_liveness) write(`with-liveness/${twin}`, texts.with_liveness);
      if (locale === 'en')
        readable.push({ path, title, description: plainText(page.description), markdown: texts.markdown });
    }
  }
}
for (const [path, { isFound, isDrawn }] of Object.entries(site.drawnScreens)) {
  for (const locale of locales) {
    const screen = await site.renderScreen(path, locale);
    if (!screen.description) throw new Error(`${path} has no description in ${locale}`);
    const shown = [...bundle.screen(path), 'src/features/shell/SiteEnd.tsx', 'src/api/query-client.ts'];
    const sources = ['index.html', ...shown, ...bundle.catalogs(locale, 'src/app.tsx', ...shown)];
    const head = headOf(path.replace(/\/\$.*/, ''), locale, screen, isFound, sources);
    screens[site.withLocale(path, locale)] = write(
      fileOf(path, locale),
      screenDocument(shell, head, isDrawn ? screen.html : ''),
    );
  }
}
/** The session page, which has its own set of languages. At /open the server picks one of them. */
const open: Record<string, string> = {};
const openShell = readFileSync(join(folder, 'open.html'), 'utf8');
for (const language of site.openLanguages) {
  const { path, ...page } = await site.renderOpen(language);
  const [script = '', ...preloads] = bundle.scripts('open.html', `src/features/open/texts/${language}.json`);
  open[language] = write(fileOf('/open', language), openDocument(openShell, { ...page, language, script, preloads }));
  screens[path] = open[language];
}

for (const locale of locales)
  for (const [name, text] of Object.entries(searchFiles(locale, sections[locale]!))) write(name, text);
write('sitemap.xml', sitemapOf(origin, listed));
write('robots.txt', robotsOf(origin));
write('feed.xml', feedOf(origin, product, readFileSync(join(root, 'sdk/client/CHANGELOG.md'), 'utf8')));
const summary = plainText((await site.render('/', 'en')).description);
for (const [name, text] of Object.entries(llmsOf(origin, { product, summary }, readable))) write(name, text);
const loaded = await Promise.all(site.resources.map(({ slug }) => site.loadResource(slug)));
const calls = loaded.filter((resource) => resource !== undefined);
write('postman_collection.json', postmanCollection(product, origin, site.outline.info.version, calls));
const localised = (paths: string[]) => paths.flatMap((path) => locales.map((locale) => site.withLocale(path, locale)));
const redirects = Object.entries(site.redirects).flatMap(([from, to]) =>
  locales.map((locale) => [site.withLocale(from, locale), site.withLocale(to, locale)]),
);
const manifest = {
  origin,
  pages,
  unknown,
  screens,
  negotiated: { '/open': open },
  app: localised(site.appPaths),
  private: localised(site.privatePaths),
  redirects: Object.fromEntries(redirects),
};
write('reference.html', await reference);
write('site.json', JSON.stringify(manifest, null, 1));
process.stderr.write(`${listed.length} pages in ${locales.length} languages\n`);

async function loadSite(): Promise<Site> {
  const output = mkdtempSync(join(root, 'node_modules/.sigill-prerender-'));
  try {
    await build({
      root: join(root, 'web'),
      logLevel: 'error',
      environments: { ssr: { resolve: { conditions: ['source', 'module', 'node', 'production'], noExternal: true } } },
      build: {
        ssr: 'src/prerender.tsx',
        outDir: output,
        emptyOutDir: true,
        manifest: false,
        copyPublicDir: false,
        rolldownOptions: { output: { entryFileNames: '[name].js' } },
      },
    });
    return (await import(pathToFileURL(join(output, 'prerender.js')).href)) as Site;
  } finally {
    process.once('exit', () => rmSync(output, { recursive: true, force: true }));
  }
}

function headOf(
  path: string,
  locale: string,
  { title, description }: Rendered,
  isFound: boolean,
  [entry = '', ...sources]: string[],
): PageHead {
  if (!title || !(description || !isFound)) throw new Error(`${path} has no title or no description in ${locale}`);
  const alternates = Object.fromEntries(locales.map((locale) => [locale, site.withLocale(path, locale)]));
  const [script = '', ...preloads] = bundle.scripts(entry, ...bundle.catalogs(locale, 'src/site.tsx'), ...sources);
  const image = isFound ? picture(path, locale, title) : '';
  return {
    title,
    description,
    path: alternates[locale]!,
    locale,
    origin,
    product,
    image,
    alternates,
    script,
    preloads,
    isFound,
  };
}

function fileOf(path: string, locale: string): string {
  return `pages/${locale}${path === '/' ? '/index' : path}.html`;
}

function islandsOf(html: string): string[] {
  return Object.entries(site.islands).flatMap(([name, { source }]) =>
    html.includes(`data-island="${name}"`) ? source : [],
  );
}

/** The path of a page's preview picture, which is rendered later from this drawing. */
function picture(path: string, locale: string, title: string): string {
  const name = path.slice(1) || 'home';
  const footer = tagline[locale] ?? '';
  const svg = drawPicture(site, { name, title: path === '/' ? footer : nameOf(title), product, tagline: footer });
  const { picture, drawing } = pictureFiles(`${name}-${locale}`, svg);
  write(drawing, svg);
  return `/${picture}`;
}

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return name;
}

function nameOf(title: string): string {
  return plainText(title).replace(` · ${product}`, '');
}
