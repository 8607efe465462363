/**
 * Adds to the built site what nobody looks at first: the pictures of link previews, and compressed copies, without which the server
 * compresses what it is asked for. `node scripts/finish-site.ts [folder]`.
 */
import { join, resolve } from 'node:path';
import { root } from './contract/contract.ts';
import { compressFiles } from './site/compress.ts';
import { makePictures } from './site/pictures.ts';

const folder = resolve(process.argv[2] ?? join(root, 'web/dist'));
await Promise.all([makePictures(folder), compressFiles(folder)]);
