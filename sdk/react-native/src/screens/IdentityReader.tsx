import { useRef } from 'react';
import type { RecogniseText } from '../mrz/recognised-mrz.ts';
import type { ReaderOptions } from '../reading/create-reader.ts';
import type { Phase } from '../reading/phase.ts';
import { useReader } from '../reading/use-reader.ts';
import { LookProvider } from '../theme/look.tsx';
import type { Theme } from '../theme/theme.ts';
import { ReaderScreens } from './ReaderScreens.tsx';

export interface IdentityReaderProps extends ReaderOptions {
  /** The person is done: the phase in which they left. What it means is asked by your backend, with `session.get`. */
  onDone: (end: Phase) => void;
  theme?: Theme;
  /** Recognises text with the camera, where the app has a library for that. Without it the key is typed. */
  recogniseText?: RecogniseText;
}

/** The whole way of a session on a phone, from the welcome to the result. */
export function IdentityReader({ onDone, theme, recogniseText, ...options }: IdentityReaderProps) {
  const { phase, reader } = useReader(options);
  // It is known at the beginning, and stays to the end.
  const accent = useRef<string>(undefined);
  if (phase.phase === 'WELCOME') accent.current = phase.session.brand_color;
  return (
    <LookProvider texts={options.texts} phone={options.platform} theme={theme} accent={accent.current}>
      <ReaderScreens phase={phase} reader={reader} onDone={onDone} recogniseText={recogniseText} />
    </LookProvider>
  );
}
