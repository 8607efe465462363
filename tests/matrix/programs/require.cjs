const sdk = require('@sigill/sdk');
const { createPortalClient } = require('@sigill/sdk/portal');
const proof = require('@sigill/sdk/proof');
const { runReader } = require('@sigill/sdk/reader');

if (typeof createPortalClient !== 'function' || typeof runReader !== 'function')
  throw new Error('An entry point is empty.');
import('./story.mjs').then(async ({ story }) => console.log(JSON.stringify(await story(sdk, proof, process.env))));
