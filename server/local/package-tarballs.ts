/** Serves the SDK and the command line of this build for `npm install`, because they are not in a registry before the first release. */
import { basename, dirname, join } from 'node:path';
import type { Request, Response } from 'express';

const BUILT = join(import.meta.dirname, '../../sdk');

export const TARBALLS: Record<string, string> = {
  '/sdk/sigill-sdk.tgz': join(BUILT, 'client/sigill-sdk.tgz'),
  '/sdk/sigill-cli.tgz': join(BUILT, 'cli/sigill-cli.tgz'),
};

/** Not cached, so that npm does not install an earlier build from its cache. */
export const sendTarball = (file: string) => (_req: Request, res: Response) => {
  res.set({ 'Cache-Control': 'no-cache', 'Content-Type': 'application/gzip' });
  res.sendFile(basename(file), { root: dirname(file), cacheControl: false }, (error) => {
    if (error && !res.headersSent)
      res.status(404).type('text').send('This package is not built yet. Run `npm run build`.\n');
  });
};
