import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { faceModel, numberModel } from '../../tests/support/outside/onnx-model.ts';
import { captured } from '../../tests/support/packages/script.ts';
import { operate } from './operator.ts';

const folder = mkdtempSync(join(tmpdir(), 'sigill-face-'));
const data = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]) {
  const environment = { FACE_DEMONSTRATION: 'off', DATA_DIR: data };
  const { code, out, err } = await captured((output) => operate(args, { ...output, environment }));
  return { code, said: out, complained: err };
}

const model = (name: string, bytes: Buffer) => {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return { file, sha256: createHash('sha256').update(bytes).digest('hex') };
};

test('a model is installed if it is the one that its publisher names and takes a face', async () => {
  const { file, sha256 } = model('ours.onnx', faceModel());
  expect(await run('face', 'install', file)).toMatchObject({
    code: 1,
    complained: expect.stringContaining('State the checksum'),
  });
  const other = await run('face', 'install', file, '--sha256', '0'.repeat(64));
  expect(other).toMatchObject({ code: 1 });
  expect(other.complained).toContain(`its SHA-256 is ${sha256}`);
  const installed = await run('face', 'install', file, '--sha256', sha256);
  expect(installed).toMatchObject({ code: 0, complained: '' });
  expect(installed.said).toContain('takes a face of 112 × 112 pixels and describes it by 37632 numbers');
  const [, target = ''] = /^FACE_MODEL=(.+)$/m.exec(installed.said) ?? [];
  expect(existsSync(target)).toBe(true);

  const unusable = model('number.onnx', numberModel());
  const refused = await run('face', 'install', unusable.file, '--sha256', unusable.sha256);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.complained).toContain('cannot be used: takes [1, 1] instead of a picture');
});

test('a model is measured on a folder of persons, by group if there are groups', async () => {
  const portraits = join(import.meta.dirname, '../specimen/portraits');
  const pictures = join(folder, 'pictures');
  for (const [group, person] of [
    ['women', 'alma'],
    ['women', 'iris'],
    ['men', 'ture'],
  ] as const) {
    const place = join(pictures, group, person);
    mkdirSync(place, { recursive: true });
    for (const name of [person, `${person}-live`]) cpSync(join(portraits, `${name}.jpg`), join(place, `${name}.jpg`));
  }
  const { file } = model('ours.onnx', faceModel());
  const { code, said } = await run('face', 'calibrate', pictures, '--model', file);
  expect(code).toBe(0);
  expect(said).toContain('3 persons, 6 pictures, exactly one face found in 6');
  expect(said).toContain('All: 3 pairs of one person, 12 of two');
  expect(said).toContain('women: 2 pairs of one person, 4 of two');
  expect(said).toContain('men: 1 pairs of one person, 0 of two');
  expect(said).toMatch(/^0\.75 +\d+ of 12: \d+\.\d{3}% \(.*\) +0 of 3: 0\.000% \(0\.000% to 70\.760%\)$/m);
  expect(await run('face', 'calibrate', join(folder, 'nothing'))).toMatchObject({ code: 1 });
  expect((await run('face', 'calibrate', pictures, '--pixels', 'half', '--model', file)).complained).toContain(
    '--pixels must be one of signed, unit, bytes.',
  );
}, 60_000);
