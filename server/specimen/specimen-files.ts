/** Hands out the specimen documents, as the demo and `npm run reader` take them. */
import express, { type Router } from 'express';
import type { Clock } from '../core/clock.ts';
import { SPECIMENS, specimenBundle } from './specimens.ts';

export function createSpecimenFiles(clock: Clock): Router {
  const router = express.Router();
  router.get('/specimens.json', (_req, res) => void res.json({ specimens: SPECIMENS }));
  router.get('/specimens/:name.json', async (req, res) => {
    const { name } = req.params;
    if (SPECIMENS.some((specimen) => specimen.name === name)) res.json(await specimenBundle(name, clock.now()));
    else res.status(404).json({ error: `No specimen found with name: ${name.slice(0, 60)}`, code: 'not_found' });
  });
  return router;
}
