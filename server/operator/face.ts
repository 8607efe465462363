import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { UsageError } from '../../sdk/cli/src/command.ts';
import type { Config } from '../core/config.ts';
import { CommandRefused } from '../core/planned-change.ts';
import { type FaceEmbedder, likeness } from '../face/embedding-matcher.ts';
import { type Pairs, type Rate, ratesAt } from '../face/error-rates.ts';
import { createDemonstrationEmbedder, loadFacePackage } from '../face/face-engine.ts';
import { createOnnxFaceEmbedder, startModel } from '../face/onnx-face-embedder.ts';
import { type FaceModel, ModelUnusable } from '../face/onnx-model.ts';
import { type Described, placeCommand, print, type Terminal } from './command.ts';

const MODEL = {
  model: {
    type: 'string',
    value: 'FILE',
    says: 'the model; defaults to FACE_MODEL, and without it to the demonstration',
  },
  pixels: { type: 'string', value: 'RANGE', says: 'signed, unit or bytes; defaults to signed (FACE_MODEL_PIXELS)' },
  channels: { type: 'string', value: 'ORDER', says: 'rgb or bgr; defaults to rgb (FACE_MODEL_CHANNELS)' },
} as const satisfies Described;

export const face = {
  'face install': placeCommand({
    words: 'FILE',
    summary: 'checks a model in the ONNX format, and copies it to where the service may read it',
    options: {
      sha256: { type: 'string', value: 'HEX', says: 'the checksum that the publisher of the model states; required' },
    },
    run: install,
  }),
  'face calibrate': placeCommand({
    words: 'FOLDER',
    summary: 'measures how often faces are wrongly matched or missed, on a folder of pictures for each person',
    options: MODEL,
    run: calibrate,
  }),
};

async function install(
  { data_dir }: Config,
  { words: [file = ''], values: { sha256 } }: { words: string[]; values: { sha256?: string | undefined } },
  terminal: Terminal,
): Promise<number> {
  if (!file) throw new UsageError('Name the file of the model.');
  if (!sha256) throw new UsageError('State the checksum of the model with --sha256, from its publisher.');
  const bytes = readModel(file);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256.toLowerCase())
    throw new CommandRefused(`${file} is not the model that you mean: its SHA-256 is ${found}.`);
  const { input, numbers } = await shapeOf(file);
  const folder = join(data_dir, 'face');
  const target = join(folder, basename(file));
  mkdirSync(folder, { recursive: true });
  copyFileSync(file, target);
  print(terminal, [
    `The model takes a face of ${input.width} × ${input.height} pixels and describes it by ${numbers} numbers.`,
    `Copied to ${target}. To use it, set:`,
    `FACE_MODEL=${resolve(target)}`,
    'FACE_PROVIDER=       its name, as customers shall see it',
    `FACE_MATCH_THRESHOLD= chosen with face calibrate FOLDER --model ${target}`,
  ]);
  return 0;
}

function readModel(file: string): Buffer {
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return readFileSync(file);
  throw new CommandRefused(`${file} is not a file.`);
}

async function shapeOf(file: string) {
  try {
    const { worker, ...shape } = await startModel({ file, pixels: 'signed', channels: 'rgb' });
    await worker.terminate();
    return shape;
  } catch (error) {
    if (error instanceof ModelUnusable) throw new CommandRefused(`${file} cannot be used: ${error.message}`);
    throw error;
  }
}

type Chosen = Partial<Record<keyof typeof MODEL, string | undefined>>;

async function calibrate(
  { face_matcher }: Config,
  { words: [folder = ''], values }: { words: string[]; values: Chosen },
  terminal: Terminal,
): Promise<number> {
  if (!folder) throw new UsageError('Name the folder of the pictures.');
  const groups = groupsIn(folder);
  const own = face_matcher?.by === 'onnx' ? face_matcher.model : undefined;
  const embedder = await embedderOf(modelOf(values, own));
  try {
    const faces = await describeAll(groups, embedder, terminal);
    report(terminal, 'All', pairsOf(faces));
    if (groups.size > 1)
      for (const group of groups.keys()) report(terminal, group, pairsOf(faces.filter((one) => one.group === group)));
  } finally {
    await embedder.close?.();
  }
  return 0;
}

function modelOf({ model, pixels, channels }: Chosen, own: FaceModel | undefined): FaceModel | undefined {
  const file = model ?? own?.file;
  if (file === undefined) return undefined;
  readModel(file);
  return {
    file,
    pixels: oneOf('pixels', ['signed', 'unit', 'bytes'] as const, pixels ?? own?.pixels ?? 'signed'),
    channels: oneOf('channels', ['rgb', 'bgr'] as const, channels ?? own?.channels ?? 'rgb'),
  };
}

function oneOf<T extends string>(name: string, allowed: readonly T[], value: string): T {
  const found = allowed.find((one) => one === value);
  if (found) return found;
  throw new UsageError(`--${name} must be one of ${allowed.join(', ')}.`);
}

async function embedderOf(model: FaceModel | undefined): Promise<FaceEmbedder> {
  if (model) return createOnnxFaceEmbedder({ model, provider: '', match_threshold: 1 });
  const face = await loadFacePackage();
  if (face) return createDemonstrationEmbedder(face);
  throw new CommandRefused('The package @sigill/face is not installed. Install it beside the service.');
}

const PICTURE = /\.(jpe?g|png|webp)$/i;

/** The pictures of each person in each group. FOLDER has a folder for each person, or for each group with those of its persons. */
function groupsIn(folder: string): Map<string, string[][]> {
  const inFolder = (path: string) => readdirSync(path, { withFileTypes: true });
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandRefused(`${folder} is not a folder.`);
  const foldersIn = (path: string) =>
    inFolder(path)
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(path, name))
      .sort();
  const personsIn = (path: string) =>
    foldersIn(path)
      .map((person) =>
        inFolder(person)
          .filter((entry) => entry.isFile() && PICTURE.test(entry.name))
          .map(({ name }) => join(person, name))
          .sort(),
      )
      .filter((pictures) => pictures.length > 0);
  const grouped = foldersIn(folder).flatMap((group): [string, string[][]][] => {
    const persons = personsIn(group);
    return persons.length > 0 ? [[basename(group), persons]] : [];
  });
  const groups = new Map(grouped.length > 0 ? grouped : [['All', personsIn(folder)]]);
  if ([...groups.values()].flat().length < 2)
    throw new CommandRefused(
      `${folder} needs a folder of pictures (JPEG, PNG or WebP) for each of at least two persons.`,
    );
  return groups;
}

interface DescribedFace {
  group: string;
  person: number;
  embedding: Float32Array;
}

async function describeAll(
  groups: Map<string, string[][]>,
  embedder: FaceEmbedder,
  terminal: Terminal,
): Promise<DescribedFace[]> {
  const faces: DescribedFace[] = [];
  let [person, pictures] = [0, 0];
  for (const [group, persons] of groups)
    for (const files of persons) {
      person++;
      for (const file of files) {
        pictures++;
        const embedding = await embedder.embed(readFileSync(file));
        if (embedding) faces.push({ group, person, embedding });
      }
    }
  print(terminal, [`${person} persons, ${pictures} pictures, exactly one face found in ${faces.length}`]);
  return faces;
}

function pairsOf(faces: DescribedFace[]): Pairs {
  const pairs: Pairs = { same: [], other: [] };
  for (const [at, a] of faces.entries())
    for (const b of faces.slice(0, at)) {
      const scores = a.person === b.person ? pairs.same : pairs.other;
      scores.push(likeness(a.embedding, b.embedding));
    }
  return pairs;
}

const THRESHOLDS = Array.from({ length: 15 }, (_, at) => 0.2 + at * 0.05);

function report(terminal: Terminal, group: string, pairs: Pairs): void {
  const { same, other } = pairs;
  print(terminal, [
    '',
    `${group}: ${same.length} pairs of one person, ${other.length} of two`,
    `${'threshold'.padEnd(12)}${'false match rate (95%)'.padEnd(48)}false non-match rate (95%)`,
    ...THRESHOLDS.map((threshold) => {
      const { fmr, fnmr } = ratesAt(pairs, threshold);
      return `${threshold.toFixed(2).padEnd(12)}${said(fmr).padEnd(48)}${said(fnmr)}`;
    }),
  ]);
}

/** `7 of 900: 0.778% (0.313% to 1.596%)` */
function said({ errors, trials, rate, low, high }: Rate): string {
  const [shown, from, to] = [rate, low, high].map((share) => `${(share * 100).toFixed(3)}%`);
  return `${errors} of ${trials}: ${shown} (${from} to ${to})`;
}
