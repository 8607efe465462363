import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getConfig } from '@lingui/conf';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, normalizePath, type Plugin } from 'vite';
import { colours } from '../openapi/facts/colours.ts';
import { SCENARIO_COOKIE } from '../openapi/facts/mock-scenarios.ts';
import { catalogs, reached } from './catalogs-plugin.ts';
import { content } from './content-plugin.ts';
import { samples } from './samples-plugin.ts';

const root = normalizePath(fileURLToPath(new URL('.', import.meta.url)));
const api = process.env['API_URL'] ?? 'http://localhost:3000';
const configPath = `${root}lingui.config.ts`;
const linguiConfig = getConfig({ configPath });

const source = (path: string) => `${root}src/${path}`;
const routes = globSync('src/routes/**/*.tsx', { cwd: root }).map((path) => normalizePath(root + path));
const ofOpen = reached([source('open.tsx')]);
/** Everything that is used outside /open. */
const ofOthers = reached(
  globSync('src/**/*.tsx', { cwd: root, exclude: ['src/{open,prerender}.tsx', 'src/features/open/**'] }).map((path) =>
    normalizePath(root + path),
  ),
);
const ofSite = reached([source('site.tsx')]);
ofSite.delete(source('site.tsx'));
const ofApp = new Set([...ofSite, ...reached([source('app.tsx')]), ...routes]);
const ofScreens = new Set([...ofApp, ...reached(routes.filter((path) => /\/_[\w-]+\.tsx$/.test(path)))]);

/**
 * Chunks that are already loaded when a screen's chunk is requested, because they are needed by the routes, or by the query client,
 * which the layouts await.
 */
const loadedBefore = /\/(react|rolldown-runtime|router|query|plain|shell)-[^/]+\.js$/;

export default defineConfig({
  root,
  plugins: [
    content(),
    samples(),
    tanstackRouter({
      target: 'react',
      routesDirectory: `${root}src/routes`,
      generatedRouteTree: `${root}src/routeTree.gen.ts`,
      quoteStyle: 'single',
      semicolons: true,
      autoCodeSplitting: true,
      // A screen's loader is bundled with the screen, because in the entry it would load the SDK for every visitor. Only a property
      // such as `loader: () => …` is split off, not a method.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
    }),
    react(),
    catalogs(linguiConfig),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig }, { configPath })] }),
    tailwindcss(),
    preloadFonts(),
    openPage(),
    ...(process.env['MOCK'] ? [mockPanel()] : []),
  ],
  // The colours for the browser's own interface around the page.
  define: {
    'import.meta.env.PAPER_LIGHT': JSON.stringify(colours.paper.light),
    'import.meta.env.PAPER_DARK': JSON.stringify(colours.paper.dark),
  },
  // The texts of /open are JSON. Exporting each by name would make them larger.
  json: { namedExports: false },
  // The SDK is used from source, so that an edit there takes effect without a build.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // Keeps the browser's Host header, because the service compares it with the Origin.
  server: {
    proxy: {
      '^/(api/|sdk/|logos/|_local|specimens|status\\.json|openapi\\.)': {
        target: api,
        changeOrigin: false,
        // If the service can't be reached, the connection is closed, so that the page does not get a response from Vite.
        configure: (proxy) => void proxy.on('error', (_error, _req, res) => void res.destroy()),
      },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2022',
    manifest: true,
    modulePreload: {
      polyfill: false,
      // Chunks that are already loaded need not be in the list of chunks to preload.
      resolveDependencies: (_file, files, { hostId }) =>
        /\/app-[^/]+$/.test(hostId) ? files.filter((file) => !loadedBefore.test(file)) : files,
    },
    cssCodeSplit: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // The app for the screens behind index.html, the script of the prerendered pages (web/generator/build.ts), and /open.
      input: { index: `${root}index.html`, site: `${root}src/site.tsx`, open: `${root}open.html` },
      // Libraries have their own files, which stay cached across releases until their versions change. The router has a separate
      // file, because public pages can be read without it.
      output: {
        // Hashes are short and hexadecimal, because the first script lists all file names, and hashes hardly compress.
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'react', priority: 1, test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'router', priority: 1, test: /node_modules\/@tanstack\/(?!(react-)?query)/ },
            {
              name: 'forms',
              priority: 1,
              includeDependenciesRecursively: false,
              test: /node_modules\/(valibot|react-hook-form|@hookform\/resolvers)\/|portal\/valibot\.gen/,
            },
            // The code that /open shares with the screens. It must not load any other code of the screens.
            {
              name: 'plain',
              priority: 1,
              includeDependenciesRecursively: false,
              test: (id) =>
                (ofOpen.has(id) && ofScreens.has(id)) ||
                /vite\/preload-helper|sdk\/client\/src\/(csrf|.*public)/.test(id),
            },
            // The code that /open shares with what other pages load later. In a single file, because each file adds to what is
            // transferred.
            {
              name: 'opened',
              priority: 1,
              includeDependenciesRecursively: false,
              test: (id) =>
                /\/src\/(api|content|i18n|ui|features\/(demo|open))\//.test(id) &&
                ofOpen.has(id) &&
                ofOthers.has(id) &&
                !ofApp.has(id),
            },
            // The rest of /open, in a single file too, although a part of it is shared with the page of a reusable link.
            {
              name: 'opening',
              priority: 1,
              includeDependenciesRecursively: false,
              test: (id) => ofOpen.has(id) && !ofOthers.has(id) && id !== source('open.tsx'),
            },
            // The code that calls the service. Without the router, because the account menu of a public page does not need that.
            {
              name: 'query',
              priority: 1,
              includeDependenciesRecursively: false,
              test: (id) =>
                /node_modules\/@tanstack\/(react-)?query|sdk\/client\/src\/(?!sealed\/)/.test(id) ||
                (id.startsWith(source('api/')) && ofScreens.has(id) && !ofApp.has(id)),
            },
            // Small files that the same screens need.
            { name: 'table', includeDependenciesRecursively: false, test: /\/src\/ui\/(Table|Time)\.tsx$/ },
            { name: 'shell', test: (id) => ofSite.has(id) },
            { name: 'app', test: (id) => ofApp.has(id) },
            { name: 'screens', includeDependenciesRecursively: false, test: (id) => ofScreens.has(id) },
          ],
        },
      },
    },
  },
});

/** The two fonts that the first paint needs. The monospace font may arrive later. */
function preloadFonts(): Plugin {
  const needed = /(inter-400-600|newsreader-420)-/;
  return {
    name: 'sigill:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => needed.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          })),
    },
  };
}

/** In development, does what the service does: serves the session page's own document at /open, at reusable links, and in each language. */
function openPage(): Plugin {
  return {
    name: 'sigill:open-page',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((req, _res, next) => {
        req.url = req.url?.replace(/^\/(?:[a-z]{2}\/)?(?:open|v\/[a-z0-9]+)(?=\?|$)/, '/open.html');
        next();
      });
    },
  };
}

/** Shows the mock's scenarios on each page in development. `?mock=rejected` sets the scenario before the page's first call. */
function mockPanel(): Plugin {
  const takeFromAddress = `
  const named = new URLSearchParams(location.search).get('mock');
  if (named !== null) document.cookie = '${SCENARIO_COOKIE}=' + encodeURIComponent(named) + '; path=/; SameSite=Lax';
`;
  return {
    name: 'sigill:mock-panel',
    apply: 'serve',
    transformIndexHtml: () => [
      { tag: 'script', injectTo: 'head-prepend', children: takeFromAddress },
      { tag: 'script', injectTo: 'body', attrs: { type: 'module', src: '/mock/mock-panel.ts' } },
    ],
  };
}
