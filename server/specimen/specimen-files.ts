/**
 * Serves the specimen documents for the demo and `npm run reader`. Issuing one takes milliseconds, and anyone may request it, so each
 * is issued once an hour. The code that does so is loaded on demand.
 */
import express, { type Response, type Router } from 'express';
import type { Clock } from '../core/clock.ts';
import { isSpecimenName, SPECIMENS, type SpecimenName } from './specimen-catalogue.ts';

const ISSUED_FOR_MS = 60 * 60 * 1000;

export function createSpecimenFiles(clock: Clock): Router {
  const router = express.Router();
  const issuedOnce = createIssued(clock);
  router.get('/specimens.json', (_req, res) => void res.json({ specimens: SPECIMENS }));
  router.get('/specimens/:name.json', async (req, res) => {
    const name = nameOf(req.params.name, res);
    if (!name) return;
    const bundle = await issuedOnce(`${name}.json`, async (at) => {
      const { specimenBundle } = await import('./specimens.ts');
      return JSON.stringify(specimenBundle(name, at));
    });
    // The name stays, but the document is another one every hour.
    res.set('Cache-Control', 'no-cache').type('json').send(bundle);
  });
  router.get('/specimens/:name.svg', async (req, res) => {
    const name = nameOf(req.params.name, res);
    if (!name) return;
    const page = await issuedOnce(`${name}.svg`, async (at) => {
      const { specimenPage } = await import('./specimens.ts');
      return specimenPage(name, at);
    });
    res.set('Cache-Control', 'no-cache').type('svg').send(page);
  });
  return router;
}

/** What was issued in this hour, by the names of files, of which there are only as many as specimens have. */
function createIssued(clock: Clock) {
  const files = new Map<string, { hour: number; content: Promise<string> }>();
  return (file: string, issue: (at: Date) => Promise<string>): Promise<string> => {
    const at = clock.now();
    const hour = Math.floor(at.getTime() / ISSUED_FOR_MS);
    const known = files.get(file);
    if (known?.hour === hour) return known.content;
    const content = issue(at);
    files.set(file, { hour, content });
    content.catch(() => files.delete(file));
    return content;
  };
}

function nameOf(name: string, res: Response): SpecimenName | undefined {
  if (isSpecimenName(name)) return name;
  res.status(404).json({ error: `No specimen found with name: ${name.slice(0, 60)}`, code: 'not_found' });
  return undefined;
}
