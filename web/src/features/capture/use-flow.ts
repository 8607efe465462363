import { type AccessKey, callOverFetch, type Face } from '@sigill/reader';
import { type PlayedStep, playSpecimen, printedKey, type Specimen } from '@sigill/reader/specimen';
import { useEffect, useRef, useState } from 'react';
import type { CaptureTexts } from './capture-texts';
import type { Pictures } from './take-pictures';
import { specimenNamed } from './use-specimens';

type Sentence = keyof CaptureTexts['flow'];
type FaceRequest = { onTaken: (pictures: Pictures) => void; onOwn: () => void };

export type FlowStep =
  /** Asks for the printed details. `tries_left` is set once the chip has refused a key. */
  | { step: 'key'; tries_left?: number }
  | { step: 'face'; request: FaceRequest }
  | { step: 'chip'; sentence: Sentence; read?: number; total?: number }
  | { step: 'check' }
  | { step: 'refused'; sentence: Sentence };

/** Slows reading down to the pace of a real chip, so that a person can follow. */
const LATENCY_MS = 10;

const call = callOverFetch(location.origin, { credentials: 'omit' });

/** Acts as the phone. The key that the person enters opens the specimen's chip, or the chip refuses it. */
export function useFlow(token: string, onEnd: () => void) {
  const [step, show] = useState<FlowStep>({ step: 'key' });
  const running = useRef<{ stop: AbortController; correct?: ((key: AccessKey) => void) | undefined }>(undefined);
  // With the same installation, a new start after a lost connection resumes the session.
  const [installation] = useState(() => crypto.randomUUID());

  const given = useRef<Parameters<typeof run>>(undefined);

  useEffect(() => () => running.current?.stop.abort(), []);

  const isCutOff = step.step === 'refused' && step.sentence === 'unreachable';
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was given does not change while nothing runs.
  useEffect(() => {
    if (!isCutOff) return;
    const continued = new AbortController();
    addEventListener('online', () => given.current && void run(...given.current), { signal: continued.signal });
    return () => continued.abort();
  }, [isCutOff]);

  async function run(name: string, key: AccessKey): Promise<void> {
    const stop = new AbortController();
    running.current = { stop };
    given.current = [name, key];
    show({ step: 'chip', sentence: 'starting' });
    try {
      const specimen = await specimenNamed(name);
      await playSpecimen({
        ...{ call, token, specimen, key, installation, signal: stop.signal },
        platform: 'WEB',
        app_version: '1.0.0',
        latency_ms: LATENCY_MS,
        onStep(step) {
          const shown = shownFor(step);
          if (shown) show(shown);
        },
        onAccessDenied: ({ tries_left }) =>
          new Promise((resolve) => {
            running.current = {
              stop,
              correct(key) {
                running.current = { stop };
                given.current = [name, key];
                show({ step: 'chip', sentence: 'opening' });
                resolve(key);
              },
            };
            show({ step: 'key', tries_left });
          }),
        face: (own) => askForFace(own, show),
      });
      onEnd();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === 'session_not_open') onEnd();
      else
        show({ step: 'refused', sentence: code === undefined ? 'unreachable' : (refusals[String(code)] ?? 'refused') });
    } finally {
      running.current = undefined;
    }
  }

  return {
    step,
    give(name: string, key: AccessKey) {
      const { current } = running;
      if (!current) void run(name, key);
      else current.correct?.(key);
    },
    startOver: () => show({ step: 'key' }),
  };
}

const refusals: Record<string, Sentence> = {
  session_already_started: 'started',
  service_unreachable: 'unreachable',
};

const sentences: Partial<Record<PlayedStep['step'], Sentence>> = {
  WAITING: 'opening',
  ACCESSED: 'opened',
  READ: 'read',
  LOST: 'lost',
};

function shownFor(step: PlayedStep): FlowStep | undefined {
  if (step.step === 'SUBMITTING') return { step: 'check' };
  if (step.step === 'READING') return { step: 'chip', sentence: 'reading', read: step.read, total: step.total };
  const sentence = sentences[step.step];
  return sentence && { step: 'chip', sentence };
}

const askForFace = (own: Face | undefined, show: (step: FlowStep) => void): Promise<Face> =>
  new Promise((resolve, reject) => {
    const done = (taken: Face | undefined) => {
      show({ step: 'chip', sentence: 'opening' });
      if (taken) resolve(taken);
      else reject(new Error('This specimen has no picture of its holder'));
    };
    show({ step: 'face', request: { onTaken: done, onOwn: () => done(own) } });
  });

/** Three lines of 30 characters, two of 36, or two of 44 (ICAO Doc 9303-4 to 9303-6). */
const LINE_LENGTHS: Record<number, number> = { 90: 30, 72: 36, 88: 44 };

export function printedLines(specimen: Specimen): string[] {
  const key = printedKey(specimen, 'MRZ');
  const mrz = 'mrz' in key ? key.mrz : '';
  return mrz.match(new RegExp(`.{${LINE_LENGTHS[mrz.length] ?? 1}}`, 'g')) ?? [];
}
