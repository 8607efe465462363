/**
 * Adds what a new build can be served without: the pictures for link previews, and compressed copies, which the server otherwise
 * makes on request. `node web/generator/finish.ts [folder]`.
 */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from '../../openapi/contract/contract.ts';
import { makePictures } from './pictures.ts';

/** Excludes files into which the server writes its address, and files that no path serves (server/http/site/site-files.ts). */
const COMPRESSIBLE = /^(?!\.).*(?<!postman_collection)\.(js|css|svg|json|csv)$/;

const folder = resolve(process.argv[2] ?? join(root, 'web/dist'));
await Promise.all([makePictures(folder), compressFiles(folder)]);

async function compressFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(names.map((name) => compressFile(join(folder, name))));
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  await Promise.all([
    promisify(brotliCompress)(bytes, brotli).then((packed) => writeFile(`${path}.br`, packed)),
    promisify(gzip)(bytes, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
  ]);
}
