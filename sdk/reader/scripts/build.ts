/** Builds the package of the reader. */
import { join } from 'node:path';
import { buildPackage } from '../../scripts/build-package.ts';

buildPackage(join(import.meta.dirname, '..'), 'sigill-reader.tgz');
