import { type ReactElement, useRef } from 'react';
import type { RecogniseText } from '../mrz/key-of-mrz.ts';
import type { ReaderOptions } from '../reading/create-reader.ts';
import type { Phase } from '../reading/phase.ts';
import { useReader } from '../reading/use-reader.ts';
import { LookProvider } from '../theme/look.tsx';
import type { Theme } from '../theme/theme.ts';
import { ReaderScreens } from './ReaderScreens.tsx';

export interface IdentityReaderProps extends ReaderOptions {
  /** Called with the last phase when the person leaves. Your backend gets the outcome with `session.get`. */
  onDone: (end: Phase) => void;
  theme?: Theme;
  /**
   * Used instead of this package's own text recognition, which needs `camera`. Without `recogniseText` and `camera`, people type
   * the key.
   */
  recogniseText?: RecogniseText;
}

/** All screens of a session on a phone, from the welcome to the result. */
export function IdentityReader({ onDone, theme, recogniseText, ...options }: IdentityReaderProps): ReactElement {
  const { phase, reader } = useReader(options);
  // Most later phases have no session, so its colour is kept from the phase WELCOME.
  const accent = useRef<string>(undefined);
  if (phase.phase === 'WELCOME') accent.current = phase.session.brand_color;
  return (
    <LookProvider texts={options.texts} phone={options.platform} theme={theme} accent={accent.current}>
      <ReaderScreens
        phase={phase}
        reader={reader}
        onDone={onDone}
        recogniseText={recogniseText}
        camera={options.camera}
      />
    </LookProvider>
  );
}
