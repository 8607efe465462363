import { fileURLToPath } from 'node:url';
import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { colours } from '../openapi/facts/colours.ts';
import { content } from './content-plugin.ts';
import { mockPanel } from './mock/mock-panel-plugin.ts';
import { openPage } from './open-page-plugin.ts';
import { samples } from './samples-plugin.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const api = process.env['API_URL'] ?? 'http://localhost:3000';
const configPath = `${root}lingui.config.ts`;

/** What is there before a screen is loaded: with the routes, or with the query client that their layouts wait for. */
const loadedBefore = /\/(react|rolldown-runtime|router|shell|plain|words|basics|calls)-[^/]+\.js$/;

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
      // A screen's loader travels with the screen: in the entry it would pull in the SDK for every visitor. Only a property is split off, not a method: `loader: () => …`.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
    }),
    react(),
    lingui({ configPath, failOnCompileError: true }),
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ configPath }) }, { configPath })] }),
    tailwindcss(),
    preloadFonts(),
    openPage(),
    ...(process.env['MOCK'] ? [mockPanel()] : []),
  ],
  // What a browser draws around the page.
  define: {
    'import.meta.env.PAPER_LIGHT': JSON.stringify(colours.paper.light),
    'import.meta.env.PAPER_DARK': JSON.stringify(colours.paper.dark),
  },
  // The SDK is consumed from its sources: an edit there is seen here without a build in between.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  // The host stays the browser's: the service compares it with the Origin.
  server: {
    proxy: {
      '^/(api/|sdk/|logos/|_local|specimens|status\\.json|openapi\\.)': {
        target: api,
        changeOrigin: false,
        // A service that cannot be reached is a lost connection for the page too, and no answer of Vite's.
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
      // Their lists need not name it.
      resolveDependencies: (_file, files, { hostId }) =>
        /\/app-[^/]+$/.test(hostId) ? files.filter((file) => !loadedBefore.test(file)) : files,
    },
    cssCodeSplit: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // The app for the screens behind index.html, what the prerendered pages start (web/generator/build.ts), and the page of a session.
      input: { index: `${root}index.html`, site: `${root}src/site.tsx`, open: `${root}open.html` },
      // What only changes with its versions is cached across releases, and the public pages need no router to be read.
      output: {
        // The first script names all others, and what tells one release of a file from the next does not compress.
        hashCharacters: 'hex',
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            { name: 'react', priority: 4, test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'words', priority: 4, test: /node_modules\/@lingui\// },
            // What all screens with a form have in common, and no other has.
            {
              name: 'forms',
              priority: 4,
              includeDependenciesRecursively: false,
              test: /node_modules\/(valibot|react-hook-form|@hookform\/resolvers)\/|generated\/portal\/valibot\.gen|features\/forms\/(Form|use-call)\./,
            },
            // What a change needs, with a form around it or not.
            {
              name: 'fields',
              priority: 4,
              includeDependenciesRecursively: false,
              test: /(mutationObserver|useMutation)\.js|src\/(api\/problem|features\/forms\/ProblemAlert|ui\/(Field|KeyValue|press))\./,
            },
            // How the service is called. The account's menu of a public page does so too, without a router.
            {
              name: 'calls',
              priority: 4,
              includeDependenciesRecursively: false,
              test: /@tanstack\/(query-core|react-query)\/(?!.*([mM]utationObserver|useMutation|infiniteQueryObserver|useInfinite|[qQ]ueriesObserver|useQueries))|sdk\/client\/src\/(client|deadline|deprecation|errors|result|resource|settings|suggestion|values|version|portal(?!\/streams?\.)|generated\/portal\/(sdk|react-query)\.gen)|src\/api\/(client|fresh-proof|problem-translations|query-client|whole-lists)\./,
            },
            {
              name: 'basics',
              priority: 4,
              includeDependenciesRecursively: false,
              test: /src\/(api\/connection|ui\/Skeleton)\.tsx?$/,
            },
            // What all screens have in common that are behind the layouts.
            {
              name: 'screens',
              priority: 4,
              includeDependenciesRecursively: false,
              test: /src\/(features\/(app\/(AppLayout|ConnectionNote|know-role)|security\/FreshProof|loading\/(Load|part)|navigation\/use-go-to|users\/role-words)|ui\/Toast)\./,
            },
            // What most screens of the portal show, and the dashboard with its figures.
            {
              name: 'portal',
              priority: 4,
              includeDependenciesRecursively: false,
              test: /src\/(features\/(billing\/(Money|spending|SessionsRefused|CreditMeter|cycle-start|use-back-to-billing)|sessions\/(SessionStateMark|state-name)|files\/download)|ui\/(Badge|Table|Time))\./,
            },
            // A line each, that forms share with pages of the site.
            {
              name: 'lines',
              priority: 4,
              includeDependenciesRecursively: false,
              test: /src\/(ui\/input-class|features\/coverage\/use-page-locale)\.ts$/,
            },
            {
              name: 'router',
              priority: 3,
              test: /node_modules\/(use-sync-external-store|@tanstack\/(?!react-query|query-core)[\w-]+)\//,
            },
            // What /open shares with the site, which must not bring the rest of the site along.
            {
              name: 'plain',
              priority: 3,
              test: /vite\/preload-helper|sdk\/client\/src\/csrf\.|src\/(ui\/(Button|CheckGlyph|Icon|Seal|seal-shape)|content\/names)\.tsx?$/,
            },
            {
              name: 'public-calls',
              priority: 3,
              test: /sdk\/client\/src\/(generated\/)?public\//,
            },
            // What /open shares with screens that are not the first, with the words of that page.
            {
              name: 'opened',
              priority: 3,
              test: /src\/(content\/service|features\/(open\/(ink-on|languages|words)|demo\/follow-session))\.tsx?$/,
            },
            // What every page of the site has, and single screens of the portal.
            {
              name: 'shared',
              priority: 3,
              includeDependenciesRecursively: false,
              test: /src\/ui\/(code-controls|highlight)\.ts$/,
            },
            {
              name: 'shell',
              priority: 2,
              test: /src\/(features\/shell\/(Shell|SiteFrame|Providers)\.tsx|i18n\/locale\.ts|ui\/use-hydrated\.ts)$/,
            },
            // What the pages of the site have and the portal has not.
            {
              name: 'site',
              priority: 2,
              includeDependenciesRecursively: false,
              test: /src\/(features\/(shell\/(PrerenderedPage|SiteEnd|Footer)|samples\/(live-samples|sample-languages|with-public-key)|try-it\/start-try-it)|ui\/(behaviours|write-code|CardBrand))\.tsx?$/,
            },
            { name: 'app', priority: 1, test: /src\/((app|router|routeTree\.gen)\.tsx?|routes\/[^?]*\.tsx)$/ },
          ],
        },
      },
    },
  },
});

/** The two files that the first paint needs; the monospace may arrive later. */
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
