/** Hands out the SDK of this build for `npm install`, because it is in no registry before the first release. */
import { join } from 'node:path';
import type { Request, Response } from 'express';

export const SDK_TARBALL = '/sdk/sigill-sdk.tgz';

const BUILT = join(import.meta.dirname, '../../sdk');

/** Not cached, so that npm does not install an earlier build that it has seen. */
export function sendSdk(_req: Request, res: Response): void {
  res.set({ 'Cache-Control': 'no-cache', 'Content-Type': 'application/gzip' });
  res.sendFile('sigill-sdk.tgz', { root: BUILT, cacheControl: false }, (error) => {
    if (error && !res.headersSent)
      res.status(404).type('text').send('The SDK is not built yet: run `npm run build`.\n');
  });
}
