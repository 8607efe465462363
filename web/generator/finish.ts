/**
 * Adds to the built site what nobody looks at first: the pictures of link previews, and compressed copies, without which the server
 * compresses what it is asked for. `node web/generator/finish.ts [folder]`.
 */
import { join, resolve } from 'node:path';
import { root } from '../../scripts/contract/contract.ts';
import { compressFiles } from './compress.ts';
import { makePictures } from './pictures.ts';

const folder = resolve(process.argv[2] ?? join(root, 'web/dist'));
await Promise.all([makePictures(folder), compressFiles(folder)]);
