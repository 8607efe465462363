import { type ReactElement, useEffect } from 'react';
import { AppState } from 'react-native';
import type { Reader } from '../reading/create-reader.ts';
import type { Phase } from '../reading/phase.ts';
import { useLook } from '../theme/look.tsx';
import { Button } from './parts/Controls.tsx';
import { Screen, Words } from './parts/Screen.tsx';

export function WelcomeScreen({
  phase,
  reader,
}: {
  phase: Extract<Phase, { phase: 'WELCOME' }>;
  reader: Reader;
}): ReactElement {
  const { texts } = useLook();
  const { session, nfc } = phase;
  // NFC is switched on in the settings, outside this app, so its state is checked again when the app returns.
  useEffect(() => {
    const coming = AppState.addEventListener('change', (state) => {
      if (state === 'active') void reader.lookForNfc();
    });
    return () => coming.remove();
  }, [reader]);
  return (
    <Screen
      title={texts.welcome_title(session.merchant_name)}
      onCancel={() => void reader.abort()}
      actions={
        <>
          {nfc === 'READY' ? <Button label={texts.begin} onPress={reader.begin} /> : null}
          {nfc === 'OFF' ? <Button label={texts.nfc_settings} onPress={() => void reader.openSettings()} /> : null}
        </>
      }
    >
      <Words>{texts.welcome_text}</Words>
      <Words>{session.passport_only ? texts.welcome_passport : texts.welcome_document}</Words>
      {session.face_verification ? <Words>{texts.welcome_face}</Words> : null}
      {session.specimen ? <Words>{texts.welcome_specimen}</Words> : null}
      {nfc === 'READY' ? null : (
        <Words tone="danger" live>
          {nfc === 'OFF' ? texts.nfc_off : texts.nfc_missing}
        </Words>
      )}
      <Words tone="muted">{texts.welcome_privacy}</Words>
    </Screen>
  );
}
