import type { SentenceCode } from '@sigill/reader';
import { type ReactElement, useRef } from 'react';
import type { CameraLibrary } from '../face/camera-library.ts';
import type { RecogniseText } from '../mrz/key-of-mrz.ts';
import type { Reader } from '../reading/create-reader.ts';
import type { Phase } from '../reading/phase.ts';
import { useLook } from '../theme/look.tsx';
import { EndScreen } from './EndScreen.tsx';
import { HoldScreen, PauseScreen } from './HoldScreen.tsx';
import { KeyScreen } from './KeyScreen.tsx';
import { Button } from './parts/Controls.tsx';
import { Screen, Words } from './parts/Screen.tsx';
import { ReadingScreen } from './ReadingScreen.tsx';
import { SelfieScreen } from './SelfieScreen.tsx';
import { WelcomeScreen } from './WelcomeScreen.tsx';

interface ReaderScreensProps {
  phase: Phase;
  reader: Reader;
  onDone: (end: Phase) => void;
  recogniseText?: RecogniseText | undefined;
  camera?: CameraLibrary | undefined;
}

export function ReaderScreens({ phase, reader, onDone, recogniseText, camera }: ReaderScreensProps): ReactElement {
  const { texts } = useLook();
  // Most later phases have no session, so the company's name is kept from the phase WELCOME for the last screen.
  const merchant_name = useRef<string>(undefined);
  if (phase.phase === 'WELCOME') merchant_name.current = phase.session.merchant_name;
  const cancel = () => void reader.abort();
  switch (phase.phase) {
    case 'LOADING':
      return <Screen title={texts.loading} />;
    case 'REFUSED':
      return (
        <Screen
          title={texts.refused_title}
          actions={
            <>
              {phase.code === 'service_unreachable' ? (
                <Button label={texts.try_again} onPress={() => void reader.load()} />
              ) : null}
              <Button label={texts.return_to(merchant_name.current)} quiet onPress={() => onDone(phase)} />
            </>
          }
        >
          <Words live>{texts.sentence(phase.code as SentenceCode)}</Words>
        </Screen>
      );
    case 'WELCOME':
      return <WelcomeScreen phase={phase} reader={reader} />;
    case 'KEY':
      return <KeyScreen phase={phase} reader={reader} recogniseText={recogniseText} camera={camera} />;
    case 'SELFIE':
      if (camera) return <SelfieScreen reader={reader} camera={camera} />;
      return <Screen title={texts.starting} onCancel={cancel} />;
    case 'STARTING':
      return <Screen title={texts.starting} onCancel={cancel} />;
    case 'HOLD':
      return <HoldScreen again={phase.again} onCancel={cancel} />;
    case 'READING':
    case 'PROVING':
      return <ReadingScreen phase={phase} onCancel={cancel} />;
    case 'PAUSED':
      return <PauseScreen phase={phase} reader={reader} />;
    case 'CHECKING':
      return (
        <Screen title={texts.checking_title} spoken={texts.checking_text}>
          <Words live>{texts.checking_text}</Words>
        </Screen>
      );
    case 'ENDED':
      return <EndScreen phase={phase} merchant_name={merchant_name.current} onDone={() => onDone(phase)} />;
  }
}
