/** The SDK that was built with this service, for `npm install`: nobody finds it in a registry before the first release. */
import { join } from 'node:path';
import type { Request, Response } from 'express';

export const SDK_TARBALL = '/sdk/sigill-sdk.tgz';

const BUILT = join(import.meta.dirname, '../../sdk');

/** Asked for anew each time, so that an npm which has seen an earlier build takes this one. */
export function sendSdk(_req: Request, res: Response): void {
  res.set({ 'Cache-Control': 'no-cache', 'Content-Type': 'application/gzip' });
  res.sendFile('sigill-sdk.tgz', { root: BUILT, cacheControl: false }, (error) => {
    if (error && !res.headersSent)
      res.status(404).type('text').send('The SDK is not built yet: run `npm run build`.\n');
  });
}
