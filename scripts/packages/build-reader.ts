/** Builds the package of the reader. */
import { join } from 'node:path';
import { root } from '../contract/contract.ts';
import { buildPackage } from './build-package.ts';

buildPackage(join(root, 'sdk/reader'), 'sigill-reader.tgz');
