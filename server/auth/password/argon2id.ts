import { type Argon2Parameters, argon2 } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** Runs on Node's thread pool. */
export const argon2id = (parameters: Argon2Parameters): Promise<Buffer> => derive('argon2id', parameters);
