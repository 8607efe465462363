import express, { type Router } from 'express';
import type { StatusView } from './status.service.ts';

/** Responds with 200 even when something is down, because the report itself succeeded. Load balancers use `/readyz`. */
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
