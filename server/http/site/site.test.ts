import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteHeaders } from './security-headers.ts';
import { createSite } from './site.ts';
import { createFiles } from './site-files.ts';

const PUBLIC_URL = 'https://id.example';
const page = (text: string) =>
  `<!doctype html><link rel="canonical" href="https://built.example/pricing"><p>${text}</p>`;
const built: Record<string, string> = {
  'index.html': '<!doctype html><title>the app</title>',
  'open.html': '<!doctype html>',
  'early.js': 'const theme = 1;',
  'assets/app-1.js': 'const app = 1;',
  'assets/app-1.js.br': 'as built',
  'pages/en/pricing.html': page('Prices'),
  'pages/en/sign-in.html': page('Sign in'),
  'pages/en/invite.html': page('Your invitation'),
  'pages/en/404.html': page('Broken link'),
  'pages/es/404.html': page('Enlace roto'),
  'pages/en/open.html': page('Verify your identity'),
  'pages/ar/open.html': page('أثبت هويتك'),
  'pages/de/open.html': page('Identität bestätigen'),
  'robots.txt': 'Sitemap: https://built.example/sitemap.xml',
  'site.json': JSON.stringify({
    origin: 'https://built.example',
    pages: { '/pricing': 'pages/en/pricing.html' },
    screens: {
      '/sign-in': 'pages/en/sign-in.html',
      '/invite/$token': 'pages/en/invite.html',
      '/de/open': 'pages/de/open.html',
    },
    negotiated: { '/open': { en: 'pages/en/open.html', ar: 'pages/ar/open.html', de: 'pages/de/open.html' } },
    unknown: { en: 'pages/en/404.html', es: 'pages/es/404.html' },
    app: ['/demo', '/es/demo', '/old_demo/$token', '/invite/$token'],
    private: ['/user/$id'],
    redirects: { '/new_demo': '/demo', '/es/new_demo': '/es/demo', '/call': '/pricing#call' },
  }),
};

/** Beside the folder of the site. */
const previous = { '../previous/app-1.js': 'const app = -1;', '../previous/app-0.js': 'const app = 0;' };

let installation: string;
let folder: string;
let server: Server;

async function session_language(token: string): Promise<string | undefined> {
  if (token === 'outage') throw new Error('The database does not answer');
  return { arabic: 'ar', klingon: 'tlh' }[token];
}

beforeAll(async () => {
  installation = mkdtempSync(join(tmpdir(), 'sigill-site-'));
  folder = join(installation, 'dist');
  for (const [name, content] of Object.entries({ ...built, ...previous })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const app = express().use(
    siteHeaders({ publicUrl: PUBLIC_URL, stripe: true }),
    createSite(folder, PUBLIC_URL, { session_language }),
  );
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, resolve));
});

afterAll(() => {
  server.close();
  rmSync(installation, { recursive: true });
});

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, path, method, headers }, (res) => {
      const chunks: Buffer[] = [];
      res
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve({ status: res.statusCode, headers: res.headers, bytes: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });
}

describe('files of the release before', () => {
  test('stay available at their paths, unless this release has its own', async () => {
    const { status, headers, bytes } = await get('/assets/app-0.js');
    expect([status, bytes.toString()]).toEqual([200, 'const app = 0;']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect((await get('/assets/app-1.js')).bytes.toString()).toBe('const app = 1;');
    expect((await get('/assets/app-2.js')).status).toBe(404);
  });

  test('are nowhere else', async () => {
    for (const path of [
      '/app-0.js',
      '/previous/app-0.js',
      '/assets/../previous/app-0.js',
      '/assets/..%2fprevious%2fapp-0.js',
    ])
      expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 });
  });
});

describe('documents', () => {
  test('are served at their path and contain our own address', async () => {
    const { status, headers, bytes } = await get('/pricing');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(bytes.toString()).toBe(page('Prices').replace('https://built.example', PUBLIC_URL));
    expect((await get('/sign-in')).bytes.toString()).toBe(page('Sign in').replace('https://built.example', PUBLIC_URL));
    expect((await get('/robots.txt')).bytes.toString()).toBe(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
  });

  test('of a path with a parameter are the same for every value', async () => {
    const document = page('Your invitation').replace('https://built.example', PUBLIC_URL);
    for (const token of ['abc', 'def']) {
      const { status, bytes } = await get(`/invite/${token}`);
      expect([status, bytes.toString()]).toEqual([200, document]);
    }
    expect((await get('/invite/abc/def')).status).toBe(404);
  });

  test('are compressed as the client accepts them', async () => {
    const plain = (await get('/pricing')).bytes.toString();
    const br = await get('/pricing', { 'accept-encoding': 'gzip, deflate, br' });
    expect([br.headers['content-encoding'], brotliDecompressSync(br.bytes).toString()]).toEqual(['br', plain]);
    const gzip = await get('/pricing', { 'accept-encoding': 'gzip, br;q=0' });
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.bytes).toString()]).toEqual(['gzip', plain]);
    for (const { headers } of [br, gzip, await get('/pricing')]) expect(headers.vary).toMatch(/accept-encoding/i);
  });

  test('are not sent again when the client already has them', async () => {
    const first = await get('/pricing', { 'accept-encoding': 'br' });
    expect(first.headers['cache-control']).toBe('no-cache');
    const etag = String(first.headers.etag);
    const again = await get('/pricing', { 'accept-encoding': 'br', 'if-none-match': `"other", ${etag}` });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect((await get('/pricing', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
  });

  test('respond to HEAD with only the headers, and refuse other methods', async () => {
    const head = await get('/pricing', {}, 'HEAD');
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect(Number(head.headers['content-length'])).toBe((await get('/pricing')).bytes.length);
    const post = await get('/pricing', {}, 'POST');
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test.each(['/demo', '/es/demo', '/old_demo/abc', '/user/5'])('%s is a screen of the app', async (path) => {
    const { status, bytes } = await get(path);
    expect([status, bytes.toString()]).toEqual([200, built['index.html']]);
  });

  test('behind the sign-in are not indexed by search engines', async () => {
    expect((await get('/user/5')).headers['x-robots-tag']).toBe('noindex');
    expect((await get('/demo')).headers['x-robots-tag']).toBeUndefined();
  });

  test.each([
    ['/nothing', 'Broken link'],
    ['/es/nothing', 'Enlace roto'],
    ['/fr/pricing', 'Broken link'],
    ['/user/5/6', 'Broken link'],
    ['/%E0%A4%A', 'Broken link'],
    ['/toString', 'Broken link'],
    ['/index.html', 'Broken link'],
    ['/site.json', 'Broken link'],
    ['/pages/en/pricing.html', 'Broken link'],
  ])('%s is unknown', async (path, words) => {
    const { status, bytes, headers } = await get(path);
    expect([status, bytes.toString()]).toEqual([404, page(words).replace('https://built.example', PUBLIC_URL)]);
    expect((await get(path, { 'if-none-match': String(headers.etag) })).status).toBe(404);
  });

  test.each([
    ['/new_demo', '/demo'],
    ['/es/new_demo?face_verification=true', '/es/demo?face_verification=true'],
    ['/new_demo/', '/demo'],
    ['/call/?from=mail', '/pricing?from=mail#call'],
    ['/pricing/', '/pricing'],
    ['/user/5/', '/user/5'],
    ['/open/?token=arabic', '/open?token=arabic'],
    ['/de/open/?token=arabic', '/de/open?token=arabic'],
  ])('%s redirects to %s', async (from, to) => {
    const { status, headers } = await get(from);
    expect([status, headers.location]).toEqual([308, to]);
  });
});

describe('the session page', () => {
  const said = async (path: string, languages?: string) => {
    const { status, bytes, headers } = await get(path, languages ? { 'accept-language': languages } : {});
    return { status, text: /<p>(.*)<\/p>/.exec(bytes.toString())?.[1], headers };
  };

  test.each([
    ['the language of its session, whatever the browser prefers', '/open?token=arabic', 'de', 'أثبت هويتك'],
    ['the browser language, if the session has none', '/open?token=other', 'de-AT,de;q=0.9,en;q=0.5', 'Identität'],
    ['the language that the browser prefers', '/open', 'tlh,ar-EG;q=0.8,de;q=0.7', 'أثبت هويتك'],
    ['the language of its path, whatever the session has', '/de/open?token=arabic', 'ar', 'Identität'],
    ['English for all others', '/open?token=klingon', 'tlh', 'Verify'],
    ['English if the browser has no preference', '/open', undefined, 'Verify'],
    ['the browser language, while the session cannot be looked up', '/open?token=outage', 'de', 'Identität'],
    ['English, whatever the token contains', '/open?token=a&token=b', undefined, 'Verify'],
  ])('is in %s', async (_name, path, languages, words) => {
    const { status, text, headers } = await said(path, languages);
    expect([status, text]).toEqual([200, expect.stringContaining(words)]);
    const varies = path.startsWith('/open') ? /accept-language/i : /^accept-encoding$/i;
    expect(headers.vary).toMatch(varies);
  });

  test('has a shell that is not served as a separate document', async () => {
    expect((await get('/open.html')).status).toBe(404);
    expect((await get('/fr/open')).status).toBe(404);
  });
});

describe('assets', () => {
  test('are cached by the client for a year, as compressed by the build', async () => {
    const { headers, bytes } = await get('/assets/app-1.js', { 'accept-encoding': 'br' });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect([headers['content-encoding'], bytes.toString()]).toEqual(['br', 'as built']);
    expect((await get('/early.js')).headers['cache-control']).toBe('public, max-age=3600');
  });

  test('that do not exist are 404, without a document', async () => {
    const { status, headers } = await get('/assets/app-2.js');
    expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  });
});

describe('headers', () => {
  test.each(['/pricing', '/demo', '/nothing', '/assets/app-1.js', '/assets/none.js', '/new_demo'])(
    'of %s',
    async (path) => {
      const { headers } = await get(path);
      expect(headers).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toMatch(/script-src 'self'(;|$)/);
      expect(policy).not.toMatch(/unsafe|\*/);
    },
  );

  test('let only the card fields reach the card provider, and only this site frame them', async () => {
    const policy = String((await get('/card-fields.html')).headers['content-security-policy']);
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(String((await get('/demo')).headers['content-security-policy'])).toContain("frame-ancestors 'none'");
    const local = express().use(siteHeaders({ publicUrl: 'http://localhost', stripe: false }), (_req, res) => {
      res.end();
    });
    const server = createServer(local);
    await new Promise<void>((resolve) => server.listen(0, resolve));
    const answer = await fetch(`http://localhost:${(server.address() as AddressInfo).port}/card-fields.html`);
    server.close();
    expect(answer.headers.get('content-security-policy')).not.toMatch(/https:|unsafe/);
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  test('set the cookie that calls must repeat on every document, once', async () => {
    const { headers } = await get('/pricing');
    expect(headers['set-cookie']?.[0]).toMatch(/^XSRF-TOKEN=[\w-]{24}; Path=\/; SameSite=Strict; Secure$/);
    expect((await get('/pricing', { cookie: 'XSRF-TOKEN=x' })).headers['set-cookie']).toBeUndefined();
    expect((await get('/assets/app-1.js')).headers['set-cookie']).toBeUndefined();
  });
});

describe('a folder without site.json', () => {
  test('serves the app at every path, and asks for a build when it is empty', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'sigill-site-'));
    const bare = createServer(express().use(createSite(empty, 'http://localhost')));
    await new Promise<void>((resolve) => bare.listen(0, resolve));
    const base = `http://localhost:${(bare.address() as AddressInfo).port}`;
    expect((await fetch(`${base}/pricing`)).status).toBe(503);
    bare.close();
    writeFileSync(join(empty, 'index.html'), 'app');
    const app = createServer(express().use(createSite(empty, 'http://localhost')));
    await new Promise<void>((resolve) => app.listen(0, resolve));
    const answer = await fetch(`http://localhost:${(app.address() as AddressInfo).port}/anything`);
    expect([answer.status, await answer.text()]).toEqual([200, 'app']);
    app.close();
    rmSync(empty, { recursive: true });
  });
});

test('requested files are cached, and the least recently requested is evicted', async () => {
  const small = mkdtempSync(join(tmpdir(), 'sigill-files-'));
  const put = (text: string) => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) writeFileSync(join(small, name), `${text} of ${name}`);
  };
  put('before');
  // Room for two of the files, but not three.
  const files = createFiles(small, { rewrites: [], most: 35 });
  const get = async (name: string) => (await (await files.read(name))!.form('identity')).bytes.toString();
  for (const name of ['a.txt', 'b.txt', 'a.txt', 'c.txt']) await get(name);
  put('after');
  expect(await get('a.txt')).toBe('before of a.txt');
  expect(await get('c.txt')).toBe('before of c.txt');
  expect(await get('b.txt')).toBe('after of b.txt');
  rmSync(small, { recursive: true });
});

test('a file in the folder that comes first is served under the plain name, and not under its own', async () => {
  const site = mkdtempSync(join(tmpdir(), 'sigill-files-'));
  mkdirSync(join(site, 'with-face'));
  for (const name of ['terms.md', 'pricing.md', 'with-face/pricing.md']) writeFileSync(join(site, name), name);
  const text = async (instead: string | undefined, path: string) =>
    (
      await (await createFiles(site, { rewrites: [], ...(instead && { instead }) }).find(path))?.form('identity')
    )?.bytes.toString();
  expect(await text('with-face', '/pricing.md')).toBe('with-face/pricing.md');
  expect(await text('with-face', '/terms.md')).toBe('terms.md');
  expect(await text(undefined, '/pricing.md')).toBe('pricing.md');
  expect(await text('with-face', '/with-face/pricing.md')).toBeUndefined();
  rmSync(site, { recursive: true });
});
