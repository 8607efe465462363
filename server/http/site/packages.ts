/**
 * The packages of this build under /sdk/, in the version that fits this service: for npm as tarballs, for pip as an index (PEP 503),
 * and for go as a module proxy. The readers for Kotlin and Swift are zip files of their sources.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import express, { type RequestHandler, type Response, type Router } from 'express';

const BUILT = join(import.meta.dirname, '../../../sdk');

/** The folder of each package, by the name in its tarball's address. */
const FOLDERS = {
  sdk: 'client',
  testing: 'testing',
  cli: 'cli',
  emrtd: 'emrtd',
  face: 'face',
  reader: 'reader',
  'react-native': 'react-native',
} as const;
const NAMES = Object.keys(FOLDERS) as (keyof typeof FOLDERS)[];

const READERS = ['kotlin', 'swift'];

const RETRY_S = 5;

interface Listed {
  name: string;
  version: string;
  url: string;
  bytes: number;
  sha256: string;
  /** In the format of package-lock.json. */
  integrity: string;
}

export function createPackageFiles(publicUrl: string): Router {
  const digests = createDigests();
  const tarballOf = (name: keyof typeof FOLDERS) => join(BUILT, FOLDERS[name], `sigill-${name}.tgz`);
  const wheels = () => filesIn(join(BUILT, 'python/dist')).filter((name) => name.endsWith('.whl'));
  const router = express.Router({ strict: true });

  async function describe(name: keyof typeof FOLDERS): Promise<Listed> {
    const manifest = await readFile(join(BUILT, FOLDERS[name], 'package.json'), 'utf8');
    const { name: full, version } = JSON.parse(manifest) as { name: string; version: string };
    const url = `${publicUrl}/sdk/sigill-${name}.tgz`;
    return { name: full, version, url, ...(await digests(tarballOf(name))) };
  }

  router.get('/packages.json', async (_req, res) => {
    const built = NAMES.filter((name) => existsSync(tarballOf(name)));
    fresh(res).json({ packages: await Promise.all(built.map(describe)) });
  });
  const archives = [
    ...NAMES.map(tarballOf),
    ...READERS.map((name) => join(BUILT, name, `dist/sigill-reader-${name}.zip`)),
  ];
  for (const file of archives) {
    const name = basename(file);
    router.get(`/${name}`, unlessBuilt(file), (_req, res) =>
      fresh(res)
        .type(name.endsWith('.zip') ? 'application/zip' : 'application/gzip')
        .sendFile(file, { cacheControl: false }),
    );
    router.get(`/${name}.sha256`, unlessBuilt(file), async (_req, res) => {
      fresh(res)
        .type('text')
        .send(`${(await digests(file)).sha256}  ${name}\n`);
    });
  }

  router.get(['/python/simple', '/python/simple/sigill'], (req, res) =>
    res.redirect(308, `${req.path.split('/').at(-1)}/`),
  );
  router.get(
    '/python/simple/',
    (_req, res) =>
      void fresh(res)
        .type('html')
        .send(index(['<a href="sigill/">sigill</a>'])),
  );
  router.get('/python/simple/sigill/', async (_req, res) => {
    const links = wheels().map(async (name) => {
      const { sha256 } = await digests(join(BUILT, 'python/dist', name));
      return `<a href="../../${name}#sha256=${sha256}">${name}</a>`;
    });
    fresh(res)
      .type('html')
      .send(index(await Promise.all(links)));
  });
  router.use('/python', express.static(join(BUILT, 'python/dist'), AS_THEY_ARE));
  router.use('/go', express.static(join(BUILT, 'go/dist/proxy'), AS_THEY_ARE));
  // npm, pip and go print the response if there is no such package, so it is a line of text rather than a page of the site.
  router.use(
    (_req, res) => void res.status(404).type('text').send('There is no such package. /sdk/packages.json lists them.\n'),
  );
  return router;
}

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** Not cached, so that an installation does not get an earlier build. */
const fresh = (res: Response): Response => res.set('Cache-Control', 'no-cache');

const AS_THEY_ARE = {
  index: false,
  redirect: false,
  cacheControl: false,
  setHeaders: (res: { setHeader(name: string, value: string): void }) => res.setHeader('Cache-Control', 'no-cache'),
};

/** `npm start` begins to serve before all packages are built. npm then retries automatically. */
const unlessBuilt =
  (file: string): RequestHandler =>
  (_req, res, next) => {
    if (existsSync(file)) return next();
    res.status(503).set('Retry-After', String(RETRY_S)).type('text');
    res.send('This package is still being built, or its build has failed. Try again in a few seconds.\n');
  };

const index = (links: string[]): string =>
  `<!doctype html>\n<html><head><title>Packages</title></head><body>\n${links.join('<br>\n')}\n</body></html>\n`;

function createDigests() {
  const known = new Map<string, { state: string; digest: Pick<Listed, 'bytes' | 'sha256' | 'integrity'> }>();
  return async (file: string) => {
    const { mtimeMs, size } = await stat(file);
    const state = `${mtimeMs} ${size}`;
    const before = known.get(file);
    if (before?.state === state) return before.digest;
    const content = await readFile(file);
    const hash = (name: string, form: 'hex' | 'base64') => createHash(name).update(content).digest(form);
    const digest = { bytes: size, sha256: hash('sha256', 'hex'), integrity: `sha512-${hash('sha512', 'base64')}` };
    known.set(file, { state, digest });
    return digest;
  };
}
