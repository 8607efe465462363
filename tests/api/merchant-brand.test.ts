import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

let server: TestServer;
let account: Awaited<ReturnType<TestServer['account']>>;

beforeAll(async () => {
  server = await createTestServer();
  account = await server.account();
});
afterAll(() => server?.stop());

interface Refused {
  error: string;
  code: string;
  details: { path: string }[];
}

const update = (settings: object, { bearer } = account) => server.call('merchant.update', settings, { bearer });

async function refusedUpdate(settings: object): Promise<{ status: number; body: Refused }> {
  const { status, body } = await update(settings);
  return { status, body: body as unknown as Refused };
}

const self = async ({ bearer } = account) => (await server.call('merchant.self', {}, { bearer })).body;

async function session(options = {}, { basic } = account) {
  const { id, token, open_url } = (await server.call('session.create', options, { basic })).body;
  const opened = (await server.call('reader.open', { token })).body;
  return { id, token, open_url, opened };
}

const drawing = (width = 960, height = 240, colour = '#1d4f91') =>
  sharp({ create: { width, height, channels: 4, background: '#00000000' } }).composite([
    { input: { create: { width: width / 2, height, channels: 4, background: colour } }, left: 0, top: 0 },
  ]);

const inBase64 = async (image: Sharp) => (await image.toBuffer()).toString('base64');

describe('the language of a session', () => {
  test('is the one it was created with, and is shown to the account and to the reader', async () => {
    const { id, token, open_url, opened } = await session({ locale: 'pl' });
    expect(open_url).toBe(`${server.deps.config.public_url}/open?token=${token}`);
    expect(opened).toMatchObject({ state: 'CREATED', locale: 'pl' });
    const { basic } = account;
    expect((await server.call('session.get', { id }, { basic })).body).toMatchObject({ locale: 'pl' });
    const { sessions } = (await server.call('session.list', {}, { basic })).body;
    expect(sessions.find((listed: { id: number }) => listed.id === id)).toMatchObject({ locale: 'pl' });
  });

  test('is absent unless one was chosen', async () => {
    const { id, opened } = await session();
    expect(opened).not.toHaveProperty('locale');
    expect((await server.call('session.get', { id }, { basic: account.basic })).body).not.toHaveProperty('locale');
  });

  test('is refused if unsupported, and the error lists those we have', async () => {
    for (const locale of ['nl', 'EN', 'en-GB', '', null]) {
      const { status, text } = await server.call('session.create', { locale } as object, { basic: account.basic });
      expect([locale, status]).toEqual([locale, 400]);
      if (locale !== null) expect(JSON.parse(text).error).toBe('locale must be one of en, es, sv, de, fr, pl, pt, ar');
    }
  });

  test("is the account's default at the time of creation, unless the session sets its own", async () => {
    const own = await server.account();
    const before = await session({}, own);
    expect((await update({ default_locale: 'ar' }, own)).body).toMatchObject({ default_locale: 'ar' });
    expect((await session({}, own)).opened.locale).toBe('ar');
    expect((await session({ locale: 'de' }, own)).opened.locale).toBe('de');
    expect((await server.call('reader.open', { token: before.token })).body).not.toHaveProperty('locale');
    expect((await update({ default_locale: null }, own)).body).not.toHaveProperty('default_locale');
    expect((await session({}, own)).opened).not.toHaveProperty('locale');
    const demo = (await server.call('demo.create', {})).body;
    expect((await server.call('reader.open', { token: demo.token })).body).not.toHaveProperty('locale');
  });
});

describe('the brand of an account', () => {
  test('is shown to everyone who opens one of its sessions, and to nobody else', async () => {
    const [own, other] = [await server.account(), await server.account()];
    const { status, body } = await update({ brand_color: '#1D4F91', brand_logo: await inBase64(drawing().png()) }, own);
    expect(status).toBe(200);
    expect(body).toMatchObject({ brand_color: '#1d4f91', brand_logo_url: expect.stringMatching(/^http/) });
    expect(await self(own)).toEqual(body);
    const { opened } = await session({}, own);
    expect(opened).toMatchObject({ brand_color: '#1d4f91', merchant_logo_url: body.brand_logo_url });
    for (const view of [await self(other), (await session({}, other)).opened])
      expect(Object.keys(view).filter((name) => /brand|logo/.test(name))).toEqual([]);
  });

  test('changes one property at a time, is removed with null, and is logged once for each change', async () => {
    const own = await server.account();
    await update({ brand_color: '#000000', brand_logo: await inBase64(drawing().png()) }, own);
    expect(await self(own)).toMatchObject({ brand_color: '#000000', brand_logo_url: expect.any(String) });
    await update({ brand_color: null }, own);
    expect(await self(own)).toMatchObject({ brand_logo_url: expect.any(String) });
    expect(await self(own)).not.toHaveProperty('brand_color');
    await update({ brand_color: null, brand_logo: null }, own);
    await update({ brand_color: null, brand_logo: null }, own);
    expect(await self(own)).not.toHaveProperty('brand_logo_url');
    const { entries } = (await server.call('audit.list', {}, { bearer: own.bearer })).body;
    expect(entries.filter(({ action }: { action: string }) => action === 'merchant.update')).toHaveLength(3);
  });

  test.each([['red'], ['#fff'], ['#1d4f9g'], ['1d4f91'], [''], ['#1d4f911'], ['#1d4f91;--x:1']])(
    'refuses %j as a colour',
    async (brand_color) => {
      const { status, body } = await refusedUpdate({ brand_color });
      expect(status).toBe(400);
      expect(body.details[0]?.path).toBe('brand_color');
    },
  );
});

describe('a logo', () => {
  const stored = async (image: Sharp) => {
    const { status, body } = await update({ brand_logo: await inBase64(image) });
    expect(status, JSON.stringify(body)).toBe(200);
    const { pathname } = new URL(body.brand_logo_url!);
    const response = await fetch(`${server.base}${pathname}`);
    return { response, pathname, png: Buffer.from(await response.arrayBuffer()) };
  };

  test.each([
    ['PNG', () => drawing().png()],
    ['JPEG', () => drawing().flatten({ background: '#ffffff' }).jpeg()],
    ['WebP', () => drawing().webp()],
  ])('of the kind %s is stored as a PNG of at most 480 by 160 pixels, and cached for ever', async (_kind, image) => {
    const { response, png } = await stored(image());
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 480, height: 120, space: 'srgb' });
    const again = await fetch(response.url, {
      headers: { 'If-None-Match': response.headers.get('etag')!, 'Cache-Control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  });

  test('is not enlarged, and keeps its transparency', async () => {
    const { png } = await stored(drawing(120, 40).png());
    expect(await sharp(png).metadata()).toMatchObject({ width: 120, height: 40, hasAlpha: true });
    const { data } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 4)]).toEqual([0x1d, 0x4f, 0x91, 255]);
    expect(data.at(-1)).toBe(0);
  });

  test.each([
    ['white', '#ffffff', true],
    ['light grey', '#dddddd', true],
    ['yellow', '#ffd500', false],
    ['black', '#111111', false],
  ])('that is %s can be seen on white', async (_name, colour, isOnPlate) => {
    const { png } = await stored(drawing(960, 320, colour).png());
    const { width, height, hasAlpha } = await sharp(png).metadata();
    expect(Math.max(width / 480, height / 160)).toBeLessThanOrEqual(1);
    expect(hasAlpha).toBe(!isOnPlate);
    const onWhite = await sharp(png).flatten({ background: '#ffffff' }).greyscale().png().toBuffer();
    const { channels } = await sharp(onWhite).stats();
    expect(channels[0]!.stdev, 'what is drawn differs from its ground').toBeGreaterThan(15);
  });

  test('with white letters on a coloured background is stored as drawn', async () => {
    const letters = { create: { width: 300, height: 40, channels: 4, background: '#ffffff' } } as const;
    const badge = drawing().composite([
      { input: { create: { width: 480, height: 240, channels: 4, background: '#1d4f91' } }, left: 0, top: 0 },
      { input: letters, left: 60, top: 100 },
    ]);
    expect(await sharp((await stored(badge.png())).png).metadata()).toMatchObject({ height: 120, hasAlpha: true });
  });

  test('loses its camera metadata and is rotated upright', async () => {
    const exif = { IFD0: { Copyright: 'by somebody at home', ImageDescription: 'secret place' } };
    const photograph = drawing(200, 100).flatten({ background: '#ffffff' }).jpeg();
    const turned = photograph.withMetadata({ orientation: 6 }).withExifMerge(exif);
    expect((await turned.toBuffer()).includes('secret place')).toBe(true);
    const { png } = await stored(turned);
    expect(png.includes('secret place')).toBe(false);
    expect(await sharp(png).metadata()).toMatchObject({ width: 80, height: 160 });
  });

  test('that is a photograph stays small enough to load quickly', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const image = sharp({ create: { width: 480, height: 160, channels: 3, background: '#808080', noise } });
    const { png } = await stored(image.jpeg({ quality: 80 }));
    expect(png.length).toBeLessThan(112 * 1024);
  });

  test('is found by its hash only', async () => {
    const { pathname } = await stored(drawing(64, 64).png());
    const hash = pathname.slice('/logos/'.length, -'.png'.length);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const { id } = await self();
    const wrong = ['0'.repeat(64), hash.toUpperCase(), hash.slice(1), String(id), '%00', '..%2fsite'];
    for (const name of wrong) expect((await fetch(`${server.base}/logos/${name}.png`)).status).toBe(404);
    expect((await fetch(`${server.base}/logos/`)).status).toBe(404);
    expect((await fetch(`${server.base}${pathname}`, { method: 'HEAD' })).status).toBe(200);
  });

  test('is gone when it is replaced or removed or its account is deleted, and stays for other accounts with the same logo', async () => {
    const [one, two] = [await server.account(), await server.account()];
    const show = async (url: string) => (await fetch(`${server.base}${new URL(url).pathname}`)).status;
    const shared = await inBase64(drawing(90, 30, '#aa2200').png());
    const brand_logo_url = (await update({ brand_logo: shared }, one)).body.brand_logo_url!;
    expect((await update({ brand_logo: shared }, two)).body.brand_logo_url).toBe(brand_logo_url);
    await update({ brand_logo: await inBase64(drawing(90, 30, '#00aa22').png()) }, one);
    expect(await show(brand_logo_url)).toBe(200);
    await update({ brand_logo: null }, two);
    expect(await show(brand_logo_url)).toBe(404);
    const last = (await self(one)).brand_logo_url!;
    expect(await show(last)).toBe(200);
    await server.call('merchant.delete', {}, { bearer: one.bearer });
    expect(await show(last)).toBe(404);
  });
});

test('one account cannot fill the logo queue for all: it waits for its own logos first', async () => {
  const [own, other] = [await server.account(), await server.account()];
  const brand_logo = await inBase64(drawing(1200, 400).png());
  const [mine, theirs] = await Promise.all([
    Promise.all(
      Array.from({ length: 12 }, () => server.call('merchant.update', { brand_logo }, { bearer: own.bearer })),
    ),
    server.call('merchant.update', { brand_logo }, { bearer: other.bearer }),
  ]);
  expect(theirs.status).toBe(200);
  const statuses = mine.map(({ status }) => status);
  expect(statuses).toContain(200);
  expect(statuses).toContain(503);
  expect((await update({ brand_logo }, own)).status).toBe(200);
});

describe('an invalid logo', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

  /** A one-colour PNG of this many pixels, which takes a few kilobytes but far more memory once decoded. */
  const bomb = (width: number, height: number) => {
    const chunk = (kind: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(kind), data]);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(data.length);
      const crc = Buffer.alloc(4);
      crc.writeUInt32BE(crc32(body));
      return Buffer.concat([length, body, crc]);
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([1, 0], 8);
    const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
    const signature = Buffer.from('89504e470d0a1a0a', 'hex');
    return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
  };

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['an SVG', () => Buffer.from(svg)],
    ['an SVG behind the first bytes of a PNG', () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1')],
    ['a GIF', () => drawing(8, 8).gif().toBuffer()],
    ['a TIFF', () => drawing(8, 8).tiff().toBuffer()],
    ['an AVIF', () => drawing(8, 8).avif().toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.7\n')],
    ['nothing', () => Buffer.alloc(0)],
    ['half a PNG', async () => (await drawing().png().toBuffer()).subarray(0, 400)],
    [
      'half a JPEG',
      async () =>
        (
          await sharp(await drawing().png().toBuffer())
            .jpeg()
            .toBuffer()
        ).subarray(0, 900),
    ],
    ['a RIFF that is a WAV', () => Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1')],
    ['more than four megapixels', () => bomb(2001, 2000)],
    ['thousands of megapixels', () => bomb(60_000, 3_000)],
  ])('%s is refused with an explanation, and changes nothing', async (_what, file) => {
    const before = await self();
    const bytes = await file();
    expect(bytes.length).toBeLessThan(256 * 1024);
    const { status, body } = await refusedUpdate({ brand_color: '#123456', brand_logo: bytes.toString('base64') });
    expect([status, body.error, body.code]).toEqual([
      400,
      'brand_logo must be a PNG, JPEG or WebP image of at most 256 KB and 4 megapixels in base64',
      'invalid_value',
    ]);
    expect(await self()).toEqual(before);
  });

  test('an image of four megapixels is accepted', async () => {
    const { status } = await update({ brand_logo: bomb(2000, 2000).toString('base64') });
    expect(status).toBe(200);
  });

  test('of more than 256 KB is refused', async () => {
    const png = await drawing().png().toBuffer();
    const padded = Buffer.concat([png, Buffer.alloc(256 * 1024 + 1 - png.length)]);
    expect((await update({ brand_logo: padded.subarray(0, -1).toString('base64') })).status).toBe(200);
    const { status, body } = await refusedUpdate({ brand_logo: padded.toString('base64') });
    expect([status, body.details[0]?.path]).toEqual([400, 'brand_logo']);
  });

  test.each(['a', 'AAA', 'iVBORw0KGgo', 'data:image/png;base64,AAAA'])('%j is not base64', async (brand_logo) => {
    const { status, body } = await refusedUpdate({ brand_logo });
    expect([status, body.details[0]?.path]).toEqual([400, 'brand_logo']);
  });
});
