/** Builds the package of the chip engine. */
import { join } from 'node:path';
import { root } from '../contract/contract.ts';
import { buildPackage } from './build-package.ts';

buildPackage(join(root, 'sdk/emrtd'), 'sigill-emrtd.tgz');
