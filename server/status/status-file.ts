/** The status of this installation for whoever asks: the page, and the monitoring of customers. */
import express, { type Router } from 'express';
import type { StatusView } from './status.service.ts';

/** It answers 200 also when something is down: what it says is right then too. `/readyz` is for balancers. */
export function createStatusFile(status: StatusView): Router {
  const router = express.Router();
  router.get('/status.json', async (_req, res) => {
    res.set({
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'no-store',
    });
    res.json(await status.describe());
  });
  return router;
}
