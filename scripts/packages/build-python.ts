/**
 * Packs the Python client as a wheel, without Python: a zip of its modules and their description (PEP 427). The same sources give
 * the same bytes. `sdk/python/pyproject.toml` describes the package to Python's own tools, which make an equivalent wheel.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../openapi/contract/contract.ts';
import { writeZip } from './zip.ts';

const python = join(root, 'sdk/python');
const dist = join(python, 'dist');
const read = (name: string): string => readFileSync(join(python, name), 'utf8');

function fieldOf(name: string, file = 'pyproject.toml'): string {
  const [, value] = new RegExp(`^${name} = "(.+)"$`, 'm').exec(read(file)) ?? [];
  if (!value) throw new Error(`sdk/python/${file} has no line ${name} = "…".`);
  return value;
}

const name = fieldOf('name');
const version = fieldOf('VERSION', 'sigill/_version.py');
const [, classifiers = '[]'] = /^classifiers = (\[.*\])$/m.exec(read('pyproject.toml')) ?? [];
const info = `${name}-${version}.dist-info`;

const metadata = `Metadata-Version: 2.1
Name: ${name}
Version: ${version}
Summary: ${fieldOf('description')}
License: MIT
Requires-Python: ${fieldOf('requires-python')}
${(JSON.parse(classifiers) as string[]).map((classifier) => `Classifier: ${classifier}\n`).join('')}License-File: LICENSE
Description-Content-Type: text/markdown

${read('README.md')}`;

const files: Record<string, string> = {
  ...Object.fromEntries(
    globSync('sigill/{*.py,py.typed}', { cwd: python })
      .sort()
      .map((path) => [path, read(path)]),
  ),
  [`${info}/LICENSE`]: read('LICENSE'),
  [`${info}/METADATA`]: metadata,
  [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: sigill\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
};

/** Every file with its hash and size, as installers check them. Last is the list itself, which has neither. */
const record = [
  ...Object.entries(files).map(([path, text]) => {
    const digest = createHash('sha256').update(text).digest('base64url');
    return `${path},sha256=${digest},${Buffer.byteLength(text)}\n`;
  }),
  `${info}/RECORD,,\n`,
].join('');

const wheel = `${name}-${version}-py3-none-any.whl`;
writeZip(join(dist, wheel), { ...files, [`${info}/RECORD`]: record });
for (const old of globSync('*.whl', { cwd: dist }).filter((file) => file !== wheel)) rmSync(join(dist, old));
