const sdk = require('@sigill/sdk');
const { createPortalClient } = require('@sigill/sdk/portal');
const proof = require('@sigill/sdk/proof');

if (typeof createPortalClient !== 'function') throw new Error('An entry point is empty.');
import('./story.mjs').then(async ({ story }) => console.log(JSON.stringify(await story(sdk, proof, process.env))));
