/** A reading for an app: its phase, and what the person can do. It does not depend on React; `useReader` connects the two. */
import { type AccessKey, callOverFetch, type Face, type ReaderCall, type SessionEnd } from '@sigill/reader';
import type { CameraLibrary } from '../face/camera-library.ts';
import type { NfcTransport } from '../nfc/nfc-transport.ts';
import type { Texts } from '../texts/texts.ts';
import { type Drive, driveSession } from './drive-session.ts';
import type { OpenedSession, Phase } from './phase.ts';
import { type FillRandomly, type InstallationStorage, installationOf, randomnessOf } from './platform.ts';

export interface ReaderOptions {
  /** The address of the service, such as `https://sigill.example`, or the calls themselves. */
  service: string | ReaderCall;
  /** The token of the session: from the link `/open?token=…`, or from your backend. */
  token: string;
  /** NFC, from `nfcTransport`. */
  nfc: NfcTransport;
  platform: 'IOS' | 'ANDROID';
  app_version: string;
  /** The texts of the screens and of the iOS sheet: from `textsFor`, in one of the two languages of this package, or your own. */
  texts: Texts;
  /** Stores the id of this installation. Without it, an app that was closed cannot resume its session. */
  storage?: InstallationStorage;
  /** `expo-camera`, to read the printed lines, and to take photos of the person when the session requires them. */
  camera?: CameraLibrary;
  /** Takes the photos of the person instead of this package's selfie screen. */
  face?: () => Promise<Face>;
  /** `getRandomValues` of `expo-crypto`; not needed where `crypto.getRandomValues` exists. */
  getRandomValues?: FillRandomly;
}

export interface Reader {
  getPhase(): Phase;
  /** Calls the listener after every change. @returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Loads the session from the service: at the start, and again after a refusal or a network error. */
  load(): Promise<void>;
  /** Moves from the welcome to the key. */
  begin(): void;
  /** Opens the chip with this key: the first one, or a correction after a refusal. */
  give(access: AccessKey): void;
  /** The photos of the person, in the phase SELFIE. */
  giveFace(face: Face): void;
  /** Waits for the document again, after a pause. */
  again(): void;
  /** The person gives up; the session becomes ABORTED. */
  abort(): Promise<void>;
  /** Checks again whether NFC is on, when the app returns to the foreground. */
  lookForNfc(): Promise<void>;
  /** Opens the NFC settings, on Android. */
  openSettings(): Promise<void>;
}

export function createReader(options: ReaderOptions): Reader {
  const { service, token, nfc } = options;
  const call = typeof service === 'string' ? callOverFetch(service) : service;
  const random = randomnessOf(options.getRandomValues);
  const { getPhase, subscribe, show } = phaseStore();
  let drive: Drive | undefined;
  const showRefusal = (error: unknown) => show({ phase: 'REFUSED', code: codeOf(error) });

  async function load(): Promise<void> {
    show({ phase: 'LOADING' });
    try {
      show(await firstPhase(await call('reader.open', { token }), nfc));
    } catch (error) {
      showRefusal(error);
    }
  }

  async function start(access: AccessKey, session: OpenedSession): Promise<void> {
    show({ phase: 'STARTING' });
    const installation = options.storage && (await installationOf(options.storage, random));
    drive = driveSession({ ...options, call, random, access, session, show, ...(installation && { installation }) });
    try {
      const end = await drive.end;
      // Only the service knows the five checks. If they cannot be loaded, the outcome is shown without them.
      const opened = await call('reader.open', { token }).catch(() => undefined);
      show({ phase: 'ENDED', ...end, ...(opened?.checks && { checks: opened.checks }) });
    } catch (error) {
      showRefusal(error);
    } finally {
      drive = undefined;
    }
  }

  return {
    getPhase,
    subscribe,
    load,
    begin() {
      const phase = getPhase();
      if (phase.phase === 'WELCOME' && phase.nfc === 'READY') show({ phase: 'KEY', session: phase.session });
    },
    give(access) {
      const phase = getPhase();
      if (phase.phase !== 'KEY') return;
      if (drive) drive.correct(access);
      else void start(access, phase.session);
    },
    giveFace: (face) => drive?.giveFace(face),
    again: () => drive?.goOn(),
    async abort() {
      if (drive) return drive.abort();
      await call('reader.abort', { token }).then((end) => show({ phase: 'ENDED', ...end }), showRefusal);
    },
    async lookForNfc() {
      const found = await nfc.availability();
      const phase = getPhase();
      if (phase.phase === 'WELCOME' && phase.nfc !== found) show({ ...phase, nfc: found });
    },
    openSettings: () => nfc.openSettings(),
  };
}

function phaseStore() {
  const listeners = new Set<() => void>();
  let phase: Phase = { phase: 'LOADING' };
  return {
    getPhase: () => phase,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show(next: Phase) {
      phase = next;
      for (const listener of listeners) listener();
    },
  };
}

async function firstPhase(session: OpenedSession, nfc: NfcTransport): Promise<Phase> {
  if (session.state === 'CREATED' || session.state === 'INITIATED')
    return { phase: 'WELCOME', session, nfc: await nfc.availability() };
  return { phase: 'ENDED', ...endOf(session) };
}

const endOf = ({ state, failure, checks }: OpenedSession): SessionEnd & Pick<OpenedSession, 'checks'> => ({
  state,
  ...(failure && { code: failure.code, failure }),
  ...(checks && { checks }),
});

/** A refusal of the service has a `code`, whichever `ReaderCall` made the call. Any other error means that the service was not reached. */
function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'service_unreachable';
}
