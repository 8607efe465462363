import { type ReactElement, useEffect, useRef, useState } from 'react';
import { StyleSheet } from 'react-native';
import type { CameraLibrary, MountedCamera } from '../face/camera-library.ts';
import type { MrzKey } from '../mrz/key-of-mrz.ts';
import { scanLines } from '../mrz/scan-lines.ts';
import { useLook } from '../theme/look.tsx';
import { CameraFrame } from './parts/CameraFrame.tsx';
import { Button } from './parts/Controls.tsx';
import { Screen, Words } from './parts/Screen.tsx';

interface ScanScreenProps {
  camera: CameraLibrary;
  onKey: (key: MrzKey) => void;
  onType: () => void;
  onCancel: () => void;
}

type State = 'ASKING' | 'LIVE' | 'DENIED' | 'FAILED';

export function ScanScreen({ camera, onKey, onType, onCancel }: ScanScreenProps): ReactElement {
  const { texts } = useLook();
  const [state, setState] = useState<State>('ASKING');
  useEffect(() => {
    camera.Camera.requestCameraPermissionsAsync().then(
      ({ granted }) => setState(granted ? 'LIVE' : 'DENIED'),
      () => setState('FAILED'),
    );
  }, [camera]);
  return (
    <Screen
      title={texts.scan_title}
      spoken={texts.scan_text}
      onCancel={onCancel}
      actions={<Button label={texts.scan_type} quiet={state === 'LIVE' || state === 'ASKING'} onPress={onType} />}
    >
      {state === 'LIVE' ? <Lines camera={camera} onKey={onKey} onFailure={() => setState('FAILED')} /> : null}
      {state === 'DENIED' || state === 'FAILED' ? (
        <Words tone="danger" live>
          {state === 'DENIED' ? texts.selfie_denied : texts.selfie_failed}
        </Words>
      ) : (
        <Words live>{texts.scan_text}</Words>
      )}
    </Screen>
  );
}

interface LinesProps {
  camera: CameraLibrary;
  onKey: (key: MrzKey) => void;
  onFailure: () => void;
}

function Lines({ camera, onKey, onFailure }: LinesProps): ReactElement {
  const { texts } = useLook();
  const mounted = useRef<MountedCamera>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const begin = async () => {
    const library = mounted.current;
    if (!library) return;
    try {
      const key = await scanLines(library, stop.current.signal);
      if (key && !stop.current.signal.aborted) onKey(key);
    } catch {
      if (!stop.current.signal.aborted) onFailure();
    }
  };
  return (
    <CameraFrame
      library={camera}
      mounted={mounted}
      facing="back"
      label={texts.scan_live}
      style={styles.frame}
      mark={styles.band}
      onReady={() => void begin()}
      onFailure={onFailure}
    />
  );
}

const styles = StyleSheet.create({
  frame: { aspectRatio: 4 / 3 },
  band: { left: '3%', right: '3%', top: '50%', height: '37%' },
});
