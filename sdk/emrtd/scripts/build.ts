/** Builds the package of the chip engine. */
import { join } from 'node:path';
import { buildPackage } from '../../scripts/build-package.ts';

buildPackage(join(import.meta.dirname, '..'), 'sigill-emrtd.tgz');
