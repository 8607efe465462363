/**
 * Measures the recognition on lines that others photographed: `node scripts/mrz/measure-lines.ts FOLDER [HEIGHT …]`. The folder has a
 * picture and the true text of each line, `NAME-0.tif` and `NAME-0.gt.txt`, as in the data set of github.com/DoubangoTelecom/tesseractMRZ.
 * The lines of a document are put below each other on paper of their brightness, with letters of each HEIGHT in pixels.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { accessKeyProblem } from '../../sdk/reader/src/access/password.ts';
import type { RgbaImage } from '../../sdk/reader/src/mrz-camera/grey-image.ts';
import { recogniseMrz } from '../../sdk/reader/src/mrz-camera/index.ts';

interface Line {
  text: string;
  file: string;
}

/** Height of a capital letter and distance of two, in millimetres. */
const [CAP_HEIGHT, PITCH] = [2.46, 2.54];
const ORDERS = [
  [0, 1, 2],
  [2, 1, 0],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
];

/** The lines from top to bottom. Undefined if they are no whole zone, or their true text has a wrong check digit. */
function linesOf(folder: string, name: string): Line[] | undefined {
  const fileOf = (at: number, ending: string) => join(folder, `${name}-${at}.${ending}`);
  const lines = [0, 1, 2]
    .filter((at) => existsSync(fileOf(at, 'tif')))
    .map((at) => ({ text: readFileSync(fileOf(at, 'gt.txt'), 'utf8').trim(), file: fileOf(at, 'tif') }));
  const orders = ORDERS.map((order) => order.filter((at) => at < lines.length).map((at) => lines[at]!));
  return orders.find((order) => {
    const mrz = order.map(({ text }) => text).join('');
    return /^[PIAC]/.test(mrz) && !accessKeyProblem({ mrz });
  });
}

async function pictureOf(lines: Line[], height: number): Promise<RgbaImage> {
  const width = Math.round((height / CAP_HEIGHT) * PITCH * lines[0]!.text.length);
  const drawn = await Promise.all(
    lines.map(({ file }) =>
      sharp(file)
        .flatten({ background: '#fff' })
        .toColourspace('b-w')
        .resize({ width })
        .extractChannel(0)
        .raw()
        .toBuffer({ resolveWithObject: true }),
    ),
  );
  const [margin, gap] = [3 * height, height].map(Math.round) as [number, number];
  const all = drawn.reduce((sum, { info }) => sum + info.height + gap, 2 * margin);
  const sorted = drawn[0]!.data.toSorted();
  const grey = Buffer.alloc((width + 2 * margin) * all, sorted[Math.floor(sorted.length * 0.8)]);
  let top = margin;
  for (const { data, info } of drawn) {
    for (let row = 0; row < info.height; row++)
      data.copy(grey, (top + row) * (width + 2 * margin) + margin, row * width, (row + 1) * width);
    top += info.height + gap;
  }
  return {
    width: width + 2 * margin,
    height: all,
    data: Uint8Array.from({ length: 4 * grey.length }, (_, at) => grey[at >> 2]!),
  };
}

async function measure(folder: string, heights: number[]): Promise<void> {
  const names = readdirSync(folder).flatMap((file) =>
    file.endsWith('-0.tif') ? [file.slice(0, -'-0.tif'.length)] : [],
  );
  for (const height of heights) {
    let [pictures, right, marked] = [0, 0, 0];
    for (const name of names) {
      const lines = linesOf(folder, name);
      if (!lines) continue;
      pictures++;
      const mrz = recogniseMrz(await pictureOf(lines, height));
      const read = mrz?.lines.join(' ');
      const truth = lines.map(({ text }) => text).join(' ');
      if (read === truth) right++;
      marked += mrz?.doubtful.length ?? 0;
      const isMarked = (at: number) =>
        mrz?.doubtful.some(({ line, column }) => line * (lines[0]!.text.length + 1) + column === at);
      const unmarked = [...(read ?? '')].filter((letter, at) => letter !== truth[at] && !isMarked(at));
      if (read && unmarked.length > 0)
        process.stdout.write(`${height}: ${name.slice(0, 40)}\n  read ${read}\n  true ${truth}\n`);
    }
    process.stdout.write(`${height} pixels: ${right} of ${pictures} right, ${marked} letters marked as doubtful\n`);
  }
}

const [folder = '', ...heights] = process.argv.slice(2);
await measure(folder, heights.length > 0 ? heights.map(Number) : [14, 18, 24]);
