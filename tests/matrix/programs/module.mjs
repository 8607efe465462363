import * as sdk from '@sigill/sdk';
import { createPortalClient } from '@sigill/sdk/portal';
import * as proof from '@sigill/sdk/proof';
import { story } from './story.mjs';

if (typeof createPortalClient !== 'function') throw new Error('An entry point is empty.');
console.log(JSON.stringify(await story(sdk, proof, process.env)));
