/** Drives one session through `runSession`, and pauses where the person has to act. */
import {
  type AccessKey,
  type AskAgain,
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
  /** The person has corrected the key. */
  correct(access: AccessKey): void;
  /** The person continues after a pause. */
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
  let goOn = () => {};
  let correct = (_access: AccessKey) => {};
  let transmit: Transmit = () => Promise.reject(new Error('No document is present'));

  /** Waits for a document until there is one, or the person gives up. */
  async function connect({ again }: { again: boolean }): Promise<Transmit> {
    for (let waited = again; ; waited = true)
      try {
        const message = waited ? texts.hold_again : texts.hold;
        transmit = await nfc.connect({ again: waited, message, ...(polling && { polling }) });
        return (command) => transmit(command);
      } catch (error) {
        if (stop.signal.aborted || !(error instanceof ContactEnded)) throw error;
        // iOS does not find a card that opens with PACE alone while it polls for others too, and vice versa.
        if (error.reason === 'TIMEOUT') polling = polling ? undefined : 'PACE';
        const decided = new Promise<void>((resolve) => {
          goOn = resolve;
        });
        show({ phase: 'PAUSED', reason: error.reason });
        await decided;
        show({ phase: 'HOLD', again: true });
      }
  }

  /** The sheet of iOS hides the app, and people lift the phone to type. So the contact ends here, and the new key gets another one. */
  const onAccessDenied: AskAgain = async ({ tries_left }) => {
    await nfc.release('can' in options.access ? texts.sentence('check_can') : texts.sentence('check_mrz'));
    const corrected = new Promise<AccessKey>((resolve) => {
      correct = resolve;
    });
    show({ phase: 'KEY', session, tries_left });
    const access = await corrected;
    polling = pollingFor(access);
    show({ phase: 'HOLD', again: false });
    await connect({ again: false });
    return access;
  };

  const onStep = (step: SessionStep) => {
    const phase = phaseOf(step);
    if (phase) show(phase);
    const text = sheetText(step, texts);
    if (text) void nfc.tell(text);
    // From here on the document is not needed.
    if (step.step === 'SUBMITTING') void nfc.release();
  };

  const running = runSession({ ...options, connect, onAccessDenied, onStep, signal: stop.signal });
  return {
    end: running.then(
      async (end) => {
        await nfc.release(end.state === 'FAILED' ? failureText(texts, end) : undefined);
        return end;
      },
      async (error: unknown) => {
        await nfc.release(texts.sentence('internal'));
        throw error;
      },
    ),
    correct: (access) => correct(access),
    goOn: () => goOn(),
    async abort() {
      stop.abort();
      await nfc.release(texts.sentence('cancelled'));
    },
  };
}

const pollingFor = (access: AccessKey): ContactRequest['polling'] => ('can' in access ? 'PACE' : undefined);

function phaseOf(step: SessionStep): Phase | undefined {
  switch (step.step) {
    case 'WAITING':
      return { phase: 'HOLD', again: step.again };
    case 'ACCESSED':
      return { phase: 'READING', read: 0, total: 0, next: [] };
    case 'READING':
      return { phase: 'READING', file: step.file, read: step.read, total: step.total, next: step.next };
    case 'READ':
      return { phase: 'PROVING' };
    case 'LOST':
      return { phase: 'HOLD', again: true };
    case 'SUBMITTING':
      return { phase: 'CHECKING', bytes: step.bytes };
    default:
      return undefined;
  }
}

/** Progress in steps that a person can follow: iOS is slow to show a new text. */
const STEPS = 10;

/** The text of the iOS sheet while the chip is read, since the sheet hides most of the app. */
function sheetText(step: SessionStep, texts: Texts): string | undefined {
  switch (step.step) {
    case 'ACCESSED':
      return texts.opened;
    case 'READING':
      return texts.sheet_progress(
        fileText(texts, step.file),
        Math.floor((step.read / Math.max(step.total, 1)) * STEPS) * STEPS,
      );
    case 'READ':
      return texts.proving;
    case 'LOST':
      return texts.hold_again;
    case 'SUBMITTING':
      return texts.take_away;
    default:
      return undefined;
  }
}
