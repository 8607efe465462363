/**
 * Adds what a built site can do without at first: the pictures for link previews, and compressed copies, in whose absence the server
 * compresses on request. `node web/generator/finish.ts [folder]`.
 */
import { join, resolve } from 'node:path';
import { root } from '../../scripts/contract/contract.ts';
import { compressFiles } from './compress.ts';
import { makePictures } from './pictures.ts';

const folder = resolve(process.argv[2] ?? join(root, 'web/dist'));
await Promise.all([makePictures(folder), compressFiles(folder)]);
