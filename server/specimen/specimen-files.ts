/** Serves the specimen documents for the demo and `npm run reader`. The code that issues them is loaded on demand. */
import express, { type Response, type Router } from 'express';
import type { Clock } from '../core/clock.ts';
import { isSpecimenName, SPECIMENS, type SpecimenName } from './specimen-catalogue.ts';

export function createSpecimenFiles(clock: Clock): Router {
  const router = express.Router();
  router.get('/specimens.json', (_req, res) => void res.json({ specimens: SPECIMENS }));
  router.get('/specimens/:name.json', async (req, res) => {
    const name = nameOf(req.params.name, res);
    if (!name) return;
    const { specimenBundle } = await import('./specimens.ts');
    res.json(specimenBundle(name, clock.now()));
  });
  router.get('/specimens/:name.svg', async (req, res) => {
    const name = nameOf(req.params.name, res);
    if (!name) return;
    const { specimenPage } = await import('./specimens.ts');
    res.type('svg').send(specimenPage(name, clock.now()));
  });
  return router;
}

function nameOf(name: string, res: Response): SpecimenName | undefined {
  if (isSpecimenName(name)) return name;
  res.status(404).json({ error: `No specimen found with name: ${name.slice(0, 60)}`, code: 'not_found' });
  return undefined;
}
