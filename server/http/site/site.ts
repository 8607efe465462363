/** The built site, and the contract as served. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { CSRF_COOKIE } from '../access/cross-site.ts';
import { createFiles, type ServedFile } from './site-files.ts';

const GENERATED = join(import.meta.dirname, '../../generated');
/** The page of a session, in the language that it chooses or in one of its own. */
const OPEN_PAGE = /^(\/[a-z]{2})?\/open\/?$/;
const CONTRACT_FILES = ['/openapi.yaml', '/openapi.json'];

/** What the site consists of, written by web/generator/build.ts. Paths begin with their locale; `$name` stands for any segment. */
interface SiteMap {
  /** The address that the build assumed. */
  origin: string;
  /** The addresses at which a service hands out its packages, and their names in the registry. */
  packages: { tarball: string; name: string }[];
  /** Prerendered pages and their files. */
  pages: Record<string, string>;
  /** The document for unknown paths, by locale. */
  unknown: Record<string, string>;
  /** Screens of the app that have a document of their own, and its file. */
  screens: Record<string, string>;
  /** Pages whose language the visitor's browser or the session chooses: their files by language, the first of which is for all others. */
  negotiated: Record<string, Record<string, string>>;
  /** Screens of the app, which are all in one document. Search engines do not list those behind the sign-in. */
  app: string[];
  private: string[];
  redirects: Record<string, string>;
}

/** The reference as one page that runs from a disk. */
const STANDALONE = '/reference.html';

/** What the documents tell their scripts about the service (web/index.html). */
const FACE_VERIFICATION = (state: string) => `<meta name="face-verification" content="${state}"`;

const FOR_EVER = 'public, max-age=31536000, immutable';

export interface SiteOptions {
  /** Whether this service hands out its packages. */
  serves_packages?: boolean;
  has_face_matcher?: boolean;
  /** The language that the account has chosen for the session of a token. */
  session_language?: (token: string) => Promise<string | undefined>;
  /** Whether the account of a token lets its end users be sent to an address. */
  may_return?: (token: string, redirect_url: string) => Promise<boolean>;
}

/** Serves `folder` (web/dist). Without site.json, as after a bare `vite build`, every path gets the app. */
export function createSite(
  folder: string,
  publicUrl: string,
  { serves_packages = true, has_face_matcher = true, session_language, may_return }: SiteOptions = {},
): RequestHandler {
  const manifest = join(folder, 'site.json');
  const map: SiteMap | undefined = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : undefined;
  const paths = pathsOf(map);
  const files = createFiles(folder, [
    ...(map && !serves_packages ? map.packages.map(({ tarball, name }) => [tarball, name] as const) : []),
    ...(map ? [[map.origin, publicUrl] as const] : []),
    ...(has_face_matcher ? [] : [[FACE_VERIFICATION('available'), FACE_VERIFICATION('unavailable')] as const]),
  ]);
  let contracts: ReturnType<typeof createFiles> | undefined;
  const cookieAttributes = `; Path=/; SameSite=Strict${publicUrl.startsWith('https:') ? '; Secure' : ''}`;

  return async (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.status(405).set('Allow', 'GET, HEAD').end();
      return;
    }
    const { path } = req;
    const contract = CONTRACT_FILES.includes(path) ? contractFiles().find(path) : undefined;
    if (contract) {
      // Pages and tools of other sites read it.
      res.set('Access-Control-Allow-Origin', '*');
      return send(req, res, await contract, 'public, max-age=3600');
    }
    const file = files.find(path);
    // Its scripts stand in it, and the policy of the site would not run them.
    if (file && path === STANDALONE) res.attachment('sigill-api-reference.html');
    if (file) return send(req, res, await file, path.startsWith('/assets/') ? FOR_EVER : 'public, max-age=3600');
    if (path.startsWith('/assets/')) return void res.status(404).type('text').send('Not found');

    const target = paths.redirect(path);
    if (target) return res.redirect(308, target + req.url.slice(path.length));
    if (!req.headers.cookie?.includes(`${CSRF_COOKIE}=`))
      res.append('Set-Cookie', `${CSRF_COOKIE}=${randomBytes(18).toString('base64url')}${cookieAttributes}`);
    if (paths.isHidden(path)) res.set('X-Robots-Tag', 'noindex');
    const allowed = await withoutForbiddenReturn(req, may_return);
    if (allowed !== undefined) return res.set('Cache-Control', 'no-store').redirect(302, allowed);
    const page = paths.page(path) ?? (await negotiated(req, res, map?.negotiated[path], session_language));
    const isScreen = paths.isScreen(path);
    if (!page && !isScreen) res.status(404);
    const document = page ?? (isScreen ? 'index.html' : paths.unknown(path));
    const html = document === undefined ? undefined : await files.read(document);
    if (html) await send(req, res, html, 'no-cache');
    else res.status(503).type('text').send('The site is not built yet: run `npm run build`.');
  };

  /** The contract as it is published names the service that everybody reaches; this one may be elsewhere. */
  function contractFiles() {
    contracts ??= createFiles(GENERATED, [[publishedAddress(), publicUrl]]);
    return contracts;
  }
}

/** What the map of the site says of a path. */
function pathsOf(map: SiteMap | undefined) {
  const app = patternOf(map?.app);
  const hidden = patternOf(map?.private);
  const locales = Object.keys(map?.unknown ?? {});
  const isHidden = (path: string) => hidden?.test(path) === true;
  const page = (path: string) => map?.pages[path] ?? map?.screens[path];
  return {
    isHidden,
    page,
    isScreen: (path: string) => !map || app?.test(path) || isHidden(path),
    /** Where the path leads today, or the same without a slash at its end. */
    redirect(path: string): string | undefined {
      const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : '';
      const isPage = page(bare) || map?.negotiated[bare] || (bare && app?.test(bare)) || isHidden(bare);
      return map?.redirects[path] ?? (isPage ? bare : undefined);
    },
    /** The page that says in the language of the path that there is nothing. */
    unknown(path: string): string | undefined {
      const [, first = ''] = path.split('/');
      return map?.unknown[locales.includes(first) ? first : (locales[0] ?? '')];
    },
  };
}

/** The file of a page in the language that its session asks for, or else the visitor's browser. */
async function negotiated(
  req: Request,
  res: Response,
  files: Record<string, string> | undefined,
  session_language: SiteOptions['session_language'],
): Promise<string | undefined> {
  if (!files) return undefined;
  res.vary('Accept-Language');
  const { token } = req.query;
  // Without a database there is still a page, which asks for its session until it is answered.
  const asked = typeof token === 'string' ? await session_language?.(token).catch(() => undefined) : undefined;
  const known = Object.keys(files);
  const language = asked !== undefined && Object.hasOwn(files, asked) ? asked : req.acceptsLanguages(known) || known[0];
  return language && files[language];
}

/** The address of a session's page without the way back, where the account does not allow it. */
async function withoutForbiddenReturn(
  { path, url }: Request,
  may_return: SiteOptions['may_return'],
): Promise<string | undefined> {
  if (!may_return || !OPEN_PAGE.test(path)) return undefined;
  const query = new URLSearchParams(url.slice(path.length));
  // As the page reads it: of several the first.
  const [token, redirect_url] = [query.get('token'), query.get('redirect_url')];
  if (!token || !redirect_url) return undefined;
  // Without a database there is a page, and no way back from it: a way that may be forbidden is worse than none.
  if (await may_return(token, redirect_url).catch(() => false)) return undefined;
  query.delete('redirect_url');
  return `${path}?${query}`;
}

function publishedAddress(): string {
  const { servers } = JSON.parse(readFileSync(join(GENERATED, 'openapi.json'), 'utf8')) as {
    servers: { url: string }[];
  };
  return servers[0]!.url;
}

const patternOf = (paths: string[] | undefined): RegExp | undefined =>
  paths && new RegExp(`^(?:${paths.map((path) => path.replaceAll(/\$\w+/g, '[^/]+')).join('|')})$`);

/** The smallest first. */
const ENCODINGS = ['br', 'gzip'] as const;

/** Sends the smallest copy that the client can read, or 304 when it has the file already. */
async function send(req: Request, res: Response, file: ServedFile, cacheControl: string): Promise<void> {
  const accepted = req.acceptsEncodings();
  const form = await file.form(ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? 'identity');
  res.set({ 'Content-Type': file.type, 'Cache-Control': cacheControl, ETag: form.etag }).vary('Accept-Encoding');
  if (res.statusCode === 200 && req.headers['if-none-match']?.split(',').some((tag) => tag.trim() === form.etag)) {
    res.status(304).end();
    return;
  }
  if (form.encoding !== 'identity') res.set('Content-Encoding', form.encoding);
  res.set('Content-Length', String(form.bytes.length));
  res.end(req.method === 'HEAD' ? undefined : form.bytes);
}
