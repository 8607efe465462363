/**
 * A face provider that looks at no picture: it speaks the two calls of docs/face-matching.md and answers as chosen under
 * /_local/face/, so that every outcome can be met on purpose.
 */
import { setTimeout as wait } from 'node:timers/promises';
import express, { type Response } from 'express';
import { escaped, type PageLayout, plainPage } from './host.ts';
import { readBody, readForm } from './read-body.ts';

interface Conduct {
  name: string;
  effect: string;
  /** The scores of the two calls. Without them there is no answer that could be used. */
  scores?: { match: number; liveness: number };
  answer?: (res: Response) => Promise<void> | void;
}

/** Shorter than the service waits for a provider. */
const SLOW_MS = 6_000;
const PASSED = { match: 0.98, liveness: 0.97 };

const CONDUCTS = {
  off: {
    name: 'Off',
    effect: 'The stand-in is not asked. A demonstration compares the pictures, without a liveness check.',
  },
  passed: { name: 'Passed', effect: 'The face matches and is live: APPROVED.', scores: PASSED },
  mismatch: {
    name: 'Does not match',
    effect: 'REJECTED with face_mismatch.',
    scores: { match: 0.12, liveness: PASSED.liveness },
  },
  not_live: {
    name: 'Not live',
    effect: 'The face matches but is not live: REJECTED with liveness_failed.',
    scores: { match: PASSED.match, liveness: 0.08 },
  },
  slow: {
    name: 'Slow',
    effect: 'Each of the two calls takes six seconds, then the face passes.',
    scores: PASSED,
    answer: () => wait(SLOW_MS),
  },
  unavailable: {
    name: 'Unavailable',
    effect:
      'The session stays COMPLETED and is retried for hours. Choose another outcome and move the clock, or move it far enough for face_unavailable.',
    answer: (res) => void res.status(503).json({ error: 'Unavailable' }),
  },
  nonsense: {
    name: 'Nonsense',
    effect: 'The answer has no score, which counts as no answer.',
    answer: (res) => void res.json({ score: 'high' }),
  },
} satisfies Record<string, Conduct>;

type Choice = keyof typeof CONDUCTS;

const THRESHOLD = 0.5;
/** Five pictures of the largest accepted size, in base64. */
const LONGEST_QUESTION = 32 * 1024 * 1024;
const LONGEST_CHOICE = 1024;

const isChoice = (text: unknown): text is Choice => typeof text === 'string' && Object.hasOwn(CONDUCTS, text);

export function createFaceProvider({ address, page = plainPage }: { address: string; page?: PageLayout }) {
  let chosen: Choice = 'off';
  const router = express.Router();
  router.get('/', (_req, res) => void res.type('html').send(choicePage(page, chosen)));
  router.get('/choice', (_req, res) => void res.json({ choice: chosen }));
  router.post('/choice', async (req, res) => {
    const isForm = Boolean(req.is('application/x-www-form-urlencoded'));
    const choice = isForm
      ? (await readForm(req, LONGEST_CHOICE)).get('choice')
      : choiceIn(await readBody(req, LONGEST_CHOICE));
    if (!isChoice(choice)) {
      const error = `choice must be one of ${Object.keys(CONDUCTS).join(', ')}.`;
      return void res.status(400).json({ error, code: 'invalid_value' });
    }
    chosen = choice;
    if (isForm) res.redirect(303, '/_local/face/');
    else res.json({ choice });
  });
  for (const question of ['match', 'liveness'] as const)
    router.post(`/${question}`, async (req, res) => {
      await readBody(req, LONGEST_QUESTION);
      const { scores, answer }: Conduct = CONDUCTS[chosen];
      await answer?.(res);
      if (!res.headersSent) res.json({ score: (scores ?? PASSED)[question] });
    });
  return {
    router,
    isChosen: () => chosen !== 'off',
    matcher: {
      url: new URL(address),
      provider: 'Stand-in, decides nothing',
      token: undefined,
      match_threshold: THRESHOLD,
      liveness_threshold: THRESHOLD,
    },
  };
}

function choiceIn(body: string): unknown {
  try {
    const given: unknown = JSON.parse(body);
    return typeof given === 'object' && given !== null ? Reflect.get(given, 'choice') : undefined;
  } catch {
    return undefined;
  }
}

const choicePage = (page: PageLayout, chosen: Choice) =>
  page(
    'Face provider',
    `<p role="note">This is a stand-in. It looks at no picture and answers as you choose, for every session of this installation.</p>
<form method="post" action="/_local/face/choice"><dl>${Object.entries<Conduct>(CONDUCTS)
      .map(
        ([choice, { name, effect }]) =>
          `<div><dt><button name="choice" value="${choice}"${choice === chosen ? ' aria-pressed="true"' : ''}>${escaped(name)}</button>${choice === chosen ? ' chosen' : ''}</dt><dd>${escaped(effect)}</dd></div>`,
      )
      .join('')}</dl></form><p><code>POST /_local/face/choice {"choice":"not_live"}</code></p>`,
  );
