/**
 * The budgets of `npm run check`: what a browser loads before the first click, gzipped. The portal's screens are measured in
 * Spanish, which is the larger catalog. size-limit runs this against a built site.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bundle } from '../web/generator/bundle.ts';

const folder = join(import.meta.dirname, 'dist');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const site = JSON.parse(read('site.json')) as { pages: Record<string, string>; private: string[] };
const bundle = new Bundle(folder);

const check = (name: string, limit: string, files: string[]) => ({
  name,
  limit,
  path: files.map((file) => `dist/${file}`),
  ...(files[0]?.endsWith('.woff2') ? { brotli: false } : { gzip: true }),
});

const pages = Object.entries(site.pages).flatMap(([path, file]) => {
  const html = read(file);
  const named = (pattern: RegExp) => [...new Set([...html.matchAll(pattern)].map(([, name = '']) => name))];
  const [modules = ''] = named(/data-modules="([^"]+)"/g);
  const scripts = [...named(/<script [^>]*src="\/([^"]+)"/g), ...modules.split(' ').map((name) => name.slice(1))];
  return [
    check(`${path}: html`, '100 kB', [file]),
    check(`${path}: scripts`, '110 kB', scripts),
    check(`${path}: styles`, '17 kB', named(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)),
    check(`${path}: fonts`, '50 kB', named(/<link rel="preload" as="font"[^>]* href="\/([^"]+)"/g)),
  ];
});

/** Modules that a screen loads along with its data. It renders without them first and is complete soon after. */
const LATER: Record<string, { source: string; limit: string }> = {
  '/dashboard': { source: 'src/features/dashboard/panels.tsx', limit: '183 kB' },
  '/add-payment-method': { source: 'src/features/billing/CardFields.tsx', limit: '28.5 kB' },
  '/edit-billing': { source: 'src/features/billing/BillingDetailsForm.tsx', limit: '28.5 kB' },
  '/enable-billing': { source: 'src/features/billing/BillingDetailsForm.tsx', limit: '28.5 kB' },
  '/settings': { source: 'src/features/brand/WhatPeopleSee.tsx', limit: '28.5 kB' },
};
const FIRST = '/dashboard';

const withCatalogs = (...sources: string[]) => bundle.scripts(...sources, ...bundle.catalogs('es', ...sources));
const screenOf = (path: string) => withCatalogs(...bundle.screen(`/_signed-in/${path.slice(1).replaceAll('/', '.')}`));
const laterOf = (path: string) => (LATER[path] ? withCatalogs(LATER[path].source) : []);
const everywhere = [
  ...bundle.scripts('index.html', 'src/api/query-client.ts', ...bundle.catalogs('es', 'src/site.tsx', 'src/app.tsx')),
];
const first = [...new Set([...everywhere, ...screenOf(FIRST)])];
const whole = [...new Set([...first, ...laterOf(FIRST)])];
const added = (files: string[]) => files.filter((file) => !whole.includes(file));

const portal = [
  check(`${FIRST}, as the first screen`, '165 kB', first),
  check(`${FIRST}, whole`, LATER[FIRST]!.limit, whole),
  ...site.private
    .filter((path) => path !== FIRST && !path.startsWith('/es'))
    .flatMap((path) => [
      check(`${path}, after the first`, '25 kB', added(screenOf(path))),
      ...(LATER[path]
        ? [check(`${path}, whole`, LATER[path].limit, added([...screenOf(path), ...laterOf(path)]))]
        : []),
    ]),
];

export default [...portal, ...pages];
