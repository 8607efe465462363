import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Image, Linking, StyleSheet } from 'react-native';
import type { CameraLibrary, MountedCamera } from '../face/camera-library.ts';
import { type Selfie, takeSelfie } from '../face/take-selfie.ts';
import type { Reader } from '../reading/create-reader.ts';
import { useLook } from '../theme/look.tsx';
import { CameraFrame } from './parts/CameraFrame.tsx';
import { Button } from './parts/Controls.tsx';
import { Screen, Words } from './parts/Screen.tsx';

type State = 'ASKING' | 'LIVE' | 'TAKING' | 'DENIED' | 'DENIED_FOR_GOOD' | 'FAILED';

export function SelfieScreen({ reader, camera }: { reader: Reader; camera: CameraLibrary }): ReactElement {
  const { texts } = useLook();
  const [state, setState] = useState<State>('ASKING');
  const [selfie, setSelfie] = useState<Selfie>();
  const mounted = useRef<MountedCamera>(null);
  const cancel = () => void reader.abort();

  async function ask(): Promise<void> {
    setState('ASKING');
    try {
      const { granted, canAskAgain } = await camera.Camera.requestCameraPermissionsAsync();
      setState(granted ? 'LIVE' : canAskAgain ? 'DENIED' : 'DENIED_FOR_GOOD');
    } catch {
      setState('FAILED');
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the screen appears.
  useEffect(() => void ask(), []);

  async function take(): Promise<void> {
    if (!mounted.current || state !== 'LIVE') return;
    setState('TAKING');
    try {
      setSelfie(await takeSelfie(mounted.current));
      setState('LIVE');
    } catch {
      setState('FAILED');
    }
  }

  if (selfie)
    return (
      <Preview
        selfie={selfie}
        onUse={() => reader.giveFace(selfie.face)}
        onAgain={() => setSelfie(undefined)}
        onCancel={cancel}
      />
    );
  if (state === 'DENIED' || state === 'DENIED_FOR_GOOD' || state === 'FAILED')
    return (
      <Screen
        title={texts.selfie_title}
        onCancel={cancel}
        actions={
          <>
            <Button label={texts.try_again} onPress={() => void ask()} />
            {state === 'DENIED_FOR_GOOD' ? (
              <Button label={texts.nfc_settings} quiet onPress={() => void Linking.openSettings()} />
            ) : null}
          </>
        }
      >
        <Words tone="danger" live>
          {state === 'FAILED' ? texts.selfie_failed : texts.selfie_denied}
        </Words>
      </Screen>
    );
  return (
    <Screen
      title={texts.selfie_title}
      spoken={texts.selfie_text}
      onCancel={cancel}
      actions={state === 'LIVE' ? <Button label={texts.selfie_take} onPress={() => void take()} /> : undefined}
    >
      {state === 'ASKING' ? null : (
        <CameraFrame
          library={camera}
          mounted={mounted}
          facing="front"
          label={texts.selfie_live}
          style={styles.frame}
          mark={styles.oval}
          onFailure={() => setState('FAILED')}
        />
      )}
      <Words live>{state === 'TAKING' ? texts.selfie_taking : texts.selfie_text}</Words>
    </Screen>
  );
}

interface PreviewProps {
  selfie: Selfie;
  onUse: () => void;
  onAgain: () => void;
  onCancel: () => void;
}

function Preview({ selfie, onUse, onAgain, onCancel }: PreviewProps): ReactElement {
  const { texts, theme } = useLook();
  return (
    <Screen
      title={texts.selfie_title}
      spoken={texts.selfie_check}
      onCancel={onCancel}
      actions={
        <>
          <Button label={texts.selfie_use} onPress={onUse} />
          <Button label={texts.selfie_again} quiet onPress={onAgain} />
        </>
      }
    >
      <Image
        source={{ uri: selfie.uri }}
        accessibilityLabel={texts.selfie_taken}
        style={[styles.frame, { borderRadius: theme.radius }]}
      />
      <Words>{texts.selfie_check}</Words>
    </Screen>
  );
}

const styles = StyleSheet.create({
  frame: { width: '100%', maxWidth: 360, aspectRatio: 3 / 4, alignSelf: 'center', overflow: 'hidden' },
  /** The face fills about 60% of the height, which suits the comparison. */
  oval: { left: '19%', top: '18%', width: '62%', height: '60%', borderRadius: 9999 },
});
