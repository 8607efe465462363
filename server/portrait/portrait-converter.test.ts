import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDg2 } from '@sigill/emrtd';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createPortraitConverter, type PortraitConverter, PortraitsBusy } from './portrait-converter.ts';
import { type PortraitImage, PortraitUnreadable } from './portrait-image.ts';

const data = new URL('../../../shared/data/emrtd/', import.meta.url);
const hasData = existsSync(data);
if (!hasData) console.warn('Skipped: the public test documents are not here');

const portraits = createPortraitConverter({ size: 320, timeout_ms: 60_000 });
afterAll(() => portraits.close());

const converterOf = (from: PortraitConverter) => ({
  async toPng(image: PortraitImage) {
    using place = from.reserve(1, 'live');
    return (await place.portrait(image, 'KEEP')).png;
  },
});
const converter = converterOf(portraits);

const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();

/** Noise takes the most bytes and the most time. */
const noise = (side: number) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({ create: { width: side, height: side, channels: 3, background: '#808080', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
};

const readPortrait = (path: string): PortraitImage => {
  const image = readDg2(readFileSync(new URL(path, data)));
  if (!image) throw new Error('No image');
  return image;
};

/** The largest PNG: at most 150 KB in base64. */
const MOST_BYTES = 112 * 1024;

/** What every virus scanner reports: the test file of EICAR, written backwards here. */
const SIGNATURE = Buffer.from([...'*H+H$!ELIF-TSET-SURIVITNA-DRADNATS-RACIE$'].reverse().join(''));

test('only the pixels of an image are kept: nothing hidden in its metadata or behind it', async () => {
  const metadata = { exif: { IFD0: { ImageDescription: SIGNATURE.toString() } } };
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const image = await sharp(await jpeg(60, 80))
      .withMetadata(metadata)
      .toFormat(format)
      .toBuffer();
    expect(image.includes(SIGNATURE)).toBe(true);
    const bytes = Buffer.concat([image, SIGNATURE]);
    const kept = [await portraits.logo(bytes, 1)];
    if (format === 'jpeg') {
      using place = portraits.reserve(1, 'live');
      const { png, jpeg: photo } = await place.portrait({ bytes }, 'KEEP');
      kept.push(png, photo);
    }
    expect(kept.some((image) => Buffer.from(image).includes(SIGNATURE))).toBe(false);
  }
});

describe('a portrait is small enough for every response', () => {
  const usual = createPortraitConverter({ timeout_ms: 60_000 });
  afterAll(() => usual.close());

  async function converted(bytes: Uint8Array) {
    using place = usual.reserve(1, 'live');
    const { png, jpeg } = await place.portrait({ bytes }, 'KEEP');
    const [{ width, height }, { format, ...size }] = [await sharp(png).metadata(), await sharp(jpeg).metadata()];
    expect([png.length <= MOST_BYTES, jpeg.length <= MOST_BYTES, format]).toEqual([true, true, 'jpeg']);
    return { png, jpeg, width, height, jpeg_size: [size.width, size.height] };
  }

  async function difference(png: Uint8Array, jpeg: Uint8Array): Promise<number> {
    const [one, other] = await Promise.all([png, jpeg].map((image) => sharp(image).raw().toBuffer()));
    expect(one!.length).toBe(other!.length);
    return one!.reduce((sum, value, i) => sum + Math.abs(value - other![i]!), 0) / one!.length;
  }

  test.each(['alma.jpg', 'ture.jpg', 'iris.jpg', 'iris.jp2', 'alma-live.jpg'])('of specimen %s', async (name) => {
    const bytes = readFileSync(new URL(`../specimen/portraits/${name}`, import.meta.url));
    const { png, jpeg, ...sizes } = await converted(bytes);
    expect(sizes).toEqual({ width: 240, height: 320, jpeg_size: [240, 320] });
    expect(await difference(png, jpeg)).toBeLessThan(4);
  });

  test('of a small photograph with too many colours, in steps of four', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 3 } as const;
    const bytes = await sharp({ create: { width: 240, height: 320, channels: 3, background: '#888888', noise } })
      .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const { png } = await converted(bytes);
    const kept = await sharp(png).raw().toBuffer();
    using place = usual.reserve(1, 'live');
    const exact = await sharp((await place.portrait({ bytes }, 'COMPARE')).exact)
      .raw()
      .toBuffer();
    const furthest = kept.reduce((most, value, at) => Math.max(most, Math.abs(value - exact[at]!)), 0);
    expect([kept.length === exact.length, furthest]).toEqual([true, 2]);
  });

  test.skipIf(!hasData)('of a document, at full size with 256 colours', async () => {
    for (const path of ['bsi-erika-2008/Datagroup2.bin', 'icao-39794-5/ICAO_39794_5_AP_DG2_AllFields.dat']) {
      const { png, jpeg, ...sizes } = await converted(readPortrait(path).bytes);
      expect(sizes).toEqual({ width: 413, height: 531, jpeg_size: [413, 531] });
      expect(await difference(png, jpeg)).toBeLessThan(4);
    }
  });

  test('of a grainy black and white photograph, in all its greys, since they fit', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 22 } as const;
    const grain = { width: 240, height: 320, channels: 3, background: '#808080', noise } as const;
    const photograph = await sharp({ create: grain }).greyscale().jpeg({ quality: 95 }).toBuffer();
    const { png, jpeg } = await converted(photograph);
    const pixels = (image: Uint8Array) => sharp(image).toColourspace('srgb').removeAlpha().raw().toBuffer();
    expect((await pixels(png)).equals(await pixels(photograph))).toBe(true);
    // Unlike for a colour photograph, the PNG is less than four times as large as the JPEG, so the size of the JPEG cannot rule it
    // out.
    expect(jpeg.length * 4).toBeGreaterThan(png.length);
  });

  test('of noise, which takes the most', async () => {
    const { width, height } = await converted(await noise(640));
    expect([width > 250, width === height]).toEqual([true, true]);
  });

  test('of an image that is a single line', async () => {
    const { width, height } = await converted(await jpeg(4000, 2));
    expect([width, height]).toEqual([640, 1]);
  });
});

test('an image for face matching is lossless, however large it is', async () => {
  const [width, height] = [600, 500];
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const source = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer();
  const exactly = createPortraitConverter({ timeout_ms: 200_000 });
  using place = exactly.reserve(1, 'live');
  const { exact, png } = await place.face({ bytes: source }, 'BOTH');
  const compared = await place.face({ bytes: source }, 'COMPARE');
  await exactly.close();
  expect(Object.keys(compared)).toEqual(['exact']);
  const pixels = await sharp(source).raw().toBuffer();
  for (const one of [exact, compared.exact]) expect(pixels.equals(await sharp(one).raw().toBuffer())).toBe(true);
  expect(png.length).toBeLessThanOrEqual(MOST_BYTES);
});

describe('portraits', () => {
  test('are converted from a JPEG to a PNG no larger than requested', async () => {
    const png = await converter.toPng({ format: 'jpeg', bytes: await jpeg(600, 800) });
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 240, height: 320 });
    const [red, green, blue] = await sharp(png).raw().toBuffer();
    expect([red, green, blue].map((value, i) => Math.abs((value ?? 0) - [0x33, 0x66, 0x99][i]!) < 4)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test.skipIf(!hasData)('are the same PNG from a JPEG 2000 file and from its bare codestream', async () => {
    const { bytes } = readPortrait('bsi-erika-2008/Datagroup2.bin');
    const codestream = bytes.subarray(Buffer.from(bytes).indexOf(Buffer.from('ff4fff51', 'hex')));
    const png = await converter.toPng({ format: 'jp2', bytes });
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 249, height: 320, channels: 3 });
    expect(Buffer.from(await converter.toPng({ format: 'jp2', bytes: codestream })).equals(png)).toBe(true);
    // A portrait has light and dark areas; a decoder that gave up leaves a single colour.
    const { channels } = await sharp(png).stats();
    expect(channels.every(({ stdev }) => stdev > 20)).toBe(true);
  });

  test.skipIf(!hasData)('are decoded by their bytes, not by the declared format', async () => {
    const { bytes } = readPortrait('bsi-erika-2008/Datagroup2.bin');
    await expect(converter.toPng({ format: 'jpeg', bytes })).resolves.toBeInstanceOf(Uint8Array);
  });

  test.skipIf(!hasData)('may have bytes after the end of the image', async () => {
    const { bytes } = readPortrait('bsi-erika-2008/Datagroup2.bin');
    const png = await converter.toPng({ format: 'jp2', bytes: Buffer.concat([bytes, Buffer.alloc(64)]) });
    expect((await sharp(png).metadata()).width).toBe(249);
  });

  test('are shown without their end marker, and refused without some of their data', async () => {
    const jp2 = readFileSync(new URL('../specimen/portraits/iris.jp2', import.meta.url));
    for (const { format, bytes } of [
      { format: 'jpeg', bytes: await noise(64) },
      { format: 'jp2', bytes: jp2 },
    ] as const) {
      const cut = (missing: number) => converter.toPng({ format, bytes: bytes.subarray(0, bytes.length - missing) });
      expect(await cut(2)).toEqual(await cut(0));
      for (const missing of [20, Math.floor(bytes.length / 2)])
        await expect(cut(missing), `${format} without ${missing} bytes`).rejects.toThrow(PortraitUnreadable);
    }
  });

  test('are refused when they are not images, and later ones still work', async () => {
    await expect(converter.toPng({ format: 'jpeg', bytes: Buffer.from('not an image') })).rejects.toThrow(
      PortraitUnreadable,
    );
    await expect(converter.toPng({ format: 'jpeg', bytes: Buffer.from('ffd8ffe0', 'hex') })).rejects.toThrow(
      PortraitUnreadable,
    );
    await expect(converter.toPng({ format: 'jpeg', bytes: await jpeg(10, 10) })).resolves.toBeInstanceOf(Uint8Array);
  });

  test.skipIf(!hasData)('are refused with a truncated JPEG 2000 header or a codestream of noise', async () => {
    const { bytes } = readPortrait('bsi-erika-2008/Datagroup2.bin');
    await expect(converter.toPng({ format: 'jp2', bytes: bytes.subarray(0, 130) })).rejects.toThrow(PortraitUnreadable);
    const start = Buffer.from(bytes).indexOf(Buffer.from('ff4fff51', 'hex')) + 60;
    const noise = Uint8Array.from(bytes, (byte, i) => (i > start ? (byte * 31 + i * 17) & 0xff : byte));
    await expect(converter.toPng({ format: 'jp2', bytes: noise })).rejects.toThrow(PortraitUnreadable);
  });

  test.skipIf(!hasData)('of more than 4 megapixels are refused before decoding', async () => {
    const bytes = Buffer.from(readPortrait('bsi-erika-2008/Datagroup2.bin').bytes);
    const size = bytes.indexOf(Buffer.from('ff4fff51', 'hex')) + 8;
    bytes.writeUInt32BE(2001, size);
    bytes.writeUInt32BE(2000, size + 4);
    await expect(converter.toPng({ format: 'jp2', bytes })).rejects.toThrow('2001 × 2000');
  });

  test.skipIf(!hasData)('do not crash the service when damaged, in either format', { timeout: 60_000 }, async () => {
    const { bytes } = readPortrait('bsi-erika-2008/Datagroup2.bin');
    const images = [Buffer.from(bytes), await jpeg(60, 80)];
    for (let round = 0; round < 40; round++) {
      const image = Buffer.from(images[round % 2]!);
      // Damages the headers, which tell a decoder how much to allocate.
      for (let i = 0; i < 3; i++)
        image[(round * 37 + i * 101) % Math.min(300, image.length)] = (round * 89 + i * 53) & 0xff;
      const outcome = await converter.toPng({ format: 'jp2', bytes: image }).then(
        () => 'png',
        (error: unknown) => (error instanceof PortraitUnreadable ? 'unreadable' : String(error)),
      );
      expect(outcome).toMatch(/^(png|unreadable)$/);
    }
  });

  test('are decoded in the same thread after undecodable ones', async () => {
    let started = 0;
    const count = () => started++;
    process.on('worker', count);
    const single = createPortraitConverter({ threads: 1 });
    const good = { bytes: await jpeg(10, 10) };
    const bad = [
      Buffer.from('not an image'),
      Buffer.from('ffd8ffe0', 'hex'),
      Buffer.from(`ff4fff51${'00'.repeat(60)}`, 'hex'),
      readFileSync(new URL('../../tests/support/documents/jpeg2000/sycc-420.jp2', import.meta.url)).subarray(0, 300),
    ];
    await converterOf(single).toPng(good);
    for (const bytes of bad)
      await converterOf(single)
        .toPng({ bytes })
        .catch(() => undefined);
    await expect(converterOf(single).toPng(good)).resolves.toBeInstanceOf(Uint8Array);
    process.off('worker', count);
    await single.close();
    expect(started).toBe(1);
  });

  test('are abandoned when they take too long', async () => {
    const impatient = createPortraitConverter({ timeout_ms: 1 });
    await expect(converterOf(impatient).toPng({ format: 'jpeg', bytes: await noise(1500) })).rejects.toThrow(
      'too long',
    );
    await impatient.close();
  });

  test.runIf(process.platform !== 'win32')('get more time when their thread is held up by others', async () => {
    const patient = createPortraitConverter({ timeout_ms: 1000 });
    const bytes = await jpeg(10, 10);
    await converterOf(patient).toPng({ bytes });
    // Opening a named pipe blocks a thread until its other end opens. There is one pipe for each thread of the shared pool.
    const folder = mkdtempSync(join(tmpdir(), 'sigill-pipes-'));
    const pipes = Array.from({ length: Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) }, (_, index) =>
      join(folder, `${index}`),
    );
    for (const pipe of pipes) execFileSync('mkfifo', [pipe]);
    const held = pipes.map((pipe) => open(pipe, 'r'));
    const converted = converterOf(patient).toPng({ bytes });
    await sleep(1500);
    const ends = pipes.map((pipe) => openSync(pipe, 'w'));
    expect(await converted).toBeInstanceOf(Uint8Array);
    for (const end of ends) closeSync(end);
    for (const file of await Promise.all(held)) await file.close();
    rmSync(folder, { recursive: true });
    await patient.close();
  });

  test('are decoded by new threads after idle ones have ended', async () => {
    const threads = () => readdirSync('/proc/self/task').length;
    const before = threads();
    const brief = createPortraitConverter({ idle_ms: 50 });
    const twice = async () => {
      const image = await jpeg(10, 10);
      await Promise.all([1, 2].map(() => converterOf(brief).toPng({ format: 'jpeg', bytes: image })));
    };
    await twice();
    await expect.poll(threads).toBeLessThanOrEqual(before);
    await twice();
    await brief.close();
  });

  test.runIf(process.platform === 'linux')(
    'are encoded by threads with a lower priority than calls, like V8’s own',
    async () => {
      await converter.toPng({ bytes: await jpeg(10, 10) });
      const threads = readdirSync('/proc/self/task').map((id) => readFileSync(`/proc/self/task/${id}/stat`, 'utf8'));
      // After the name in parentheses, the niceness is the 17th field (proc_pid_stat(5), field 19).
      for (const name of ['(libuv-worker)', '(V8Worker)']) {
        const nice = threads.filter((stat) => stat.includes(name)).map((stat) => stat.split(') ')[1]!.split(' ')[16]);
        expect(nice.length).toBeGreaterThan(0);
        expect(nice.every((value) => value === '15')).toBe(true);
      }
    },
  );

  test('that arrive at once are each converted to their own image', async () => {
    const sizes = [40, 50, 60, 70];
    const pngs = await Promise.all(
      sizes.map(async (size) => converter.toPng({ format: 'jpeg', bytes: await jpeg(size, size) })),
    );
    const widths = await Promise.all(pngs.map(async (png) => (await sharp(png).metadata()).width));
    expect(widths).toEqual(sizes);
  });
});

describe('a logo', () => {
  const logo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#33669980' } })
      .png()
      .toBuffer();

  test('waits in its own bounded queue, and delays no portrait', async () => {
    const own = createPortraitConverter({ threads: 1 });
    try {
      const large = await logo(2000, 2000);
      const small = await jpeg(20, 20);
      // Starts the portraits' thread first, so that only the queues decide the order.
      await converterOf(own).toPng({ bytes: small });
      const order: string[] = [];
      const logos = Array.from({ length: 12 }, (_, account) => own.logo(large, account).then(() => order.push('logo')));
      const settled = Promise.allSettled(logos);
      using place = own.reserve(1, 'live');
      await place.portrait({ bytes: small }, 'KEEP');
      order.push('portrait');
      const refused = (await settled).filter(({ status }) => status === 'rejected');
      expect(refused.map((outcome) => (outcome as PromiseRejectedResult).reason)).toEqual([
        expect.any(PortraitsBusy),
        expect.any(PortraitsBusy),
      ]);
      expect(order.at(-1)).toBe('logo');
      // Later callers find a place again.
      expect((await sharp(await own.logo(large, 1)).metadata()).width).toBe(160);
    } finally {
      await own.close();
    }
  });
});
