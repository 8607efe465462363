/** Drives one session through `runSession`, pausing where the person has to act. */
import {
  type AccessKey,
  type AskAgain,
  type Face,
  type Random,
  type ReaderCall,
  runSession,
  type SessionEnd,
  type SessionStep,
  type Transmit,
} from '@sigill/reader';
import { ContactEnded } from '../nfc/contact-ended.ts';
import type { ContactRequest } from '../nfc/nfc-transport.ts';
import { failureText, fileText, type Texts } from '../texts/texts.ts';
import type { ReaderOptions } from './create-reader.ts';
import type { OpenedSession, Phase } from './phase.ts';

export interface Drive {
  end: Promise<SessionEnd>;
  correct(access: AccessKey): void;
  giveFace(face: Face): void;
  goOn(): void;
  abort(): Promise<void>;
}

interface DriveOptions extends Omit<ReaderOptions, 'service' | 'getRandomValues' | 'storage'> {
  call: ReaderCall;
  random: Random;
  access: AccessKey;
  session: OpenedSession;
  installation?: string;
  show: (phase: Phase) => void;
}

export function driveSession({ show, nfc, texts, session, ...options }: DriveOptions): Drive {
  const stop = new AbortController();
  let polling = pollingFor(options.access);
  const resumed = decision<void>();
  const corrected = decision<AccessKey>();
  let transmit: Transmit = () => Promise.reject(new Error('No document is present'));

  async function connect({ again }: { again: boolean }): Promise<Transmit> {
    for (let waited = again; ; waited = true)
      try {
        const message = waited ? texts.hold_again : texts.hold;
        transmit = await nfc.connect({ again: waited, message, ...(polling && { polling }) });
        return (command) => transmit(command);
      } catch (error) {
        if (stop.signal.aborted || !(error instanceof ContactEnded)) throw error;
        // iOS finds PACE-only cards only while it polls for nothing else, and other cards only while it does not poll for PACE. So
        // a timeout switches to the other kind.
        if (error.reason === 'TIMEOUT') polling = polling ? undefined : 'PACE';
        const decided = resumed.wait();
        show({ phase: 'PAUSED', reason: error.reason });
        await decided;
        show({ phase: 'HOLD', again: true });
      }
  }

  let { access } = options;
  /** The iOS sheet hides the app, and people lift the phone to type. So this contact ends, and another begins with the new key. */
  const onAccessDenied: AskAgain = async ({ tries_left }) => {
    await nfc.release('can' in access ? texts.sentence('check_can') : texts.sentence('check_mrz'));
    const decided = corrected.wait();
    show({ phase: 'KEY', session, tries_left });
    access = await decided;
    polling = pollingFor(access);
    show({ phase: 'HOLD', again: false });
    await connect({ again: false });
    return access;
  };

  const onStep = (step: SessionStep) => {
    const shown = shownBy(step, texts);
    if (shown) show(shown.phase);
    if (shown?.text) void nfc.tell(shown.text);
    // The document is no longer needed.
    if (step.step === 'SUBMITTING') void nfc.release();
  };

  const { takeFace, giveFace } = faceTaker(show);
  const face = options.face ?? (options.camera && takeFace);
  const running = runSession({
    ...options,
    ...(face && { face }),
    connect,
    onAccessDenied,
    onStep,
    signal: stop.signal,
  });
  return {
    end: releasedAfter(running, { nfc, texts }),
    correct: corrected.decide,
    giveFace,
    goOn: resumed.decide,
    async abort() {
      stop.abort();
      await nfc.release(texts.sentence('cancelled'));
    },
  };
}

const pollingFor = (access: AccessKey): ContactRequest['polling'] => ('can' in access ? 'PACE' : undefined);

function faceTaker(show: (phase: Phase) => void) {
  const taken = decision<Face>();
  return {
    giveFace: taken.decide,
    async takeFace(): Promise<Face> {
      const decided = taken.wait();
      show({ phase: 'SELFIE' });
      const face = await decided;
      show({ phase: 'STARTING' });
      return face;
    },
  };
}

function decision<T>() {
  let decided = (_: T) => {};
  return {
    wait: () =>
      new Promise<T>((resolve) => {
        decided = resolve;
      }),
    decide: (value: T) => decided(value),
  };
}

const releasedAfter = (running: Promise<SessionEnd>, { nfc, texts }: Pick<DriveOptions, 'nfc' | 'texts'>) =>
  running.then(
    async (end) => {
      await nfc.release(end.state === 'FAILED' ? failureText(texts, end) : undefined);
      return end;
    },
    async (error: unknown) => {
      await nfc.release(texts.sentence('internal'));
      throw error;
    },
  );

/** iOS is slow to show a new text, so its sheet shows the progress in only this many steps. */
const STEPS = 10;

/** The next phase, and the text of the iOS sheet, which hides most of the app while the chip is read. */
function shownBy(step: SessionStep, texts: Texts): { phase: Phase; text?: string } | undefined {
  switch (step.step) {
    case 'WAITING':
      return { phase: { phase: 'HOLD', again: step.again } };
    case 'ACCESSED':
      return { phase: { phase: 'READING', read: 0, total: 0, next: [] }, text: texts.opened };
    case 'READING': {
      const { file, read, total, next } = step;
      const percent = Math.floor((read / Math.max(total, 1)) * STEPS) * STEPS;
      const text = texts.sheet_progress(fileText(texts, file), percent);
      return { phase: { phase: 'READING', file, read, total, next }, text };
    }
    case 'READ':
      return { phase: { phase: 'PROVING' }, text: texts.proving };
    case 'LOST':
      return { phase: { phase: 'HOLD', again: true }, text: texts.hold_again };
    case 'SUBMITTING':
      return { phase: { phase: 'CHECKING', bytes: step.bytes }, text: texts.take_away };
    default:
      return undefined;
  }
}
