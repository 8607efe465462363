/** Serves the specimen documents for the demo and `npm run reader`. The code that issues them is loaded on demand. */
import express, { type Router } from 'express';
import type { Clock } from '../core/clock.ts';
import { SPECIMENS } from './specimen-catalogue.ts';

export function createSpecimenFiles(clock: Clock): Router {
  const router = express.Router();
  router.get('/specimens.json', (_req, res) => void res.json({ specimens: SPECIMENS }));
  router.get('/specimens/:name.json', async (req, res) => {
    const { name } = req.params;
    if (!SPECIMENS.some((specimen) => specimen.name === name))
      return void res
        .status(404)
        .json({ error: `No specimen found with name: ${name.slice(0, 60)}`, code: 'not_found' });
    const { specimenBundle } = await import('./specimens.ts');
    res.json(specimenBundle(name, clock.now()));
  });
  return router;
}
