/** Health checks for load balancers: whether the process is alive, and whether it accepts requests. */
import express, { type Router } from 'express';
import type { Draining } from '../limits/draining.ts';
import type { createReadiness } from './readiness.ts';

export function createHealthChecks(
  readiness: ReturnType<typeof createReadiness>,
  draining: Pick<Draining, 'has_begun'>,
): Router {
  const router = express.Router();
  router.use(['/healthz', '/readyz'], (_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/readyz', async (_req, res) => {
    if (draining.has_begun) return void res.status(503).json({ status: 'stopping' });
    const answer = await readiness.check();
    res.status(answer.status === 'ok' ? 200 : 503).json(answer);
  });
  return router;
}
