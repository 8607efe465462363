import type { SessionState, VerificationSession } from '@sigill/sdk/portal';
import { useEffect, useReducer, useState } from 'react';
import { sigill } from '../../api/client';
import { followSession } from './follow-session';

export type LogLine = { at: string; call: string; state?: SessionState; data?: object; error?: unknown };

export type Demo = {
  token?: string;
  state?: SessionState;
  session?: VerificationSession;
  log: LogLine[];
  error?: unknown;
};

export function useDemo(face_verification: boolean): Demo & { startOver: () => void } {
  const [demo, setDemo] = useState<Demo>({ log: [] });
  const [attempt, startOver] = useReducer((attempt: number) => attempt + 1, 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: starting over is a new attempt with the same settings.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const report = (line: Omit<LogLine, 'at'>, change: Partial<Demo> = {}) => {
      if (!signal.aborted)
        setDemo((demo) => ({ ...demo, ...change, log: [...demo.log, { at: new Date().toISOString(), ...line }] }));
    };

    async function run() {
      // In development, React runs the effect twice. Waiting first means that no session is created by the run that is aborted at
      // once.
      await Promise.resolve();
      signal.throwIfAborted();
      const created = await sigill.demo.create({ face_verification }, { signal });
      const { token } = created;
      report({ call: 'demo.create', state: 'CREATED', data: created }, { token, state: 'CREATED' });
      await followSession({
        state: 'CREATED',
        signal,
        ask: async (signal) => (await sigill.demo.state({ token }, { signal })).state,
        onFailure: (error) => report({ call: 'demo.state', error }),
        onState: (state) => report({ call: 'demo.state', state, data: { state } }, { state }),
      });
      const session = await sigill.demo.get({ token }, { signal });
      report({ call: 'demo.get', state: session.state, data: shortened(session) }, { session });
    }

    setDemo({ log: [] });
    run().catch((error: unknown) => {
      if (!signal.aborted) setDemo((demo) => ({ ...demo, error }));
    });
    return () => controller.abort();
  }, [face_verification, attempt]);

  return { ...demo, startOver };
}

const IMAGES = ['portrait', 'signature_image', 'face'];
const SHOWN_CHARACTERS = 20;

/** Shortens images, which would fill the log. */
export const shortened = (session: VerificationSession): object =>
  Object.fromEntries(
    Object.entries(session).map(([name, value]) => [
      name,
      IMAGES.includes(name) ? String(value).slice(0, SHOWN_CHARACTERS) : value,
    ]),
  );
