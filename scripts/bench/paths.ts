/** Where the benchmarks find the project and their own parts. */
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
export const here = import.meta.dirname;
