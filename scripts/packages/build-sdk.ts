/** Builds the SDK: dist from src, with the contract, and the tarball of both, which a service serves. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../contract/contract.ts';
import { buildTwoFormats, packTwoFormats } from './two-formats.ts';

const sdk = join(root, 'sdk/client');
await buildTwoFormats(sdk, (dist) => cpSync(join(root, 'server/generated/openapi.yaml'), join(dist, 'openapi.yaml')));
packTwoFormats(sdk, join(sdk, 'sigill-sdk.tgz'));
