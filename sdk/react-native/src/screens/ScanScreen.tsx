import { type ComponentType, type ReactElement, type Ref, useEffect, useRef, useState } from 'react';
import { type StyleProp, StyleSheet, View, type ViewStyle } from 'react-native';
import type { CameraLibrary, MountedCamera } from '../face/camera-library.ts';
import { pictureSizeAmong } from '../face/take-selfie.ts';
import type { MrzKey } from '../mrz/key-of-mrz.ts';
import { scanLines } from '../mrz/scan-lines.ts';
import { useLook } from '../theme/look.tsx';
import { Button } from './parts/Controls.tsx';
import { Screen, Words } from './parts/Screen.tsx';

interface ScanScreenProps {
  camera: CameraLibrary;
  onKey: (key: MrzKey) => void;
  /** The person types instead, or has to. */
  onType: () => void;
  onCancel: () => void;
}

type State = 'ASKING' | 'LIVE' | 'DENIED' | 'FAILED';

/** Reads the printed lines with the camera. What was read is shown in the fields, for comparison. */
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

interface CameraProps {
  ref: Ref<MountedCamera>;
  facing: 'back';
  animateShutter: boolean;
  pictureSize?: string;
  onCameraReady: () => void;
  onMountError: () => void;
  style: StyleProp<ViewStyle>;
}

interface LinesProps {
  camera: CameraLibrary;
  onKey: (key: MrzKey) => void;
  onFailure: () => void;
}

/** What the camera sees, with a band that shows where the lines belong. */
function Lines({ camera, onKey, onFailure }: LinesProps): ReactElement {
  const { texts, theme } = useLook();
  // The library's own type names far more properties, and the types of React Native with them.
  const CameraView = camera.CameraView as unknown as ComponentType<CameraProps>;
  const mounted = useRef<MountedCamera>(null);
  const [size, setSize] = useState<string>();
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const begin = async () => {
    const library = mounted.current;
    if (!library) return;
    try {
      setSize(pictureSizeAmong(await library.getAvailablePictureSizesAsync().catch(() => [])));
      const key = await scanLines(library, stop.current.signal);
      if (key && !stop.current.signal.aborted) onKey(key);
    } catch {
      if (!stop.current.signal.aborted) onFailure();
    }
  };
  return (
    <View
      accessible
      accessibilityRole="image"
      accessibilityLabel={texts.scan_live}
      style={[styles.frame, { borderRadius: theme.radius, backgroundColor: theme.line }]}
    >
      <CameraView
        ref={mounted}
        facing="back"
        animateShutter={false}
        {...(size && { pictureSize: size })}
        onCameraReady={() => void begin()}
        onMountError={onFailure}
        style={StyleSheet.absoluteFill}
      />
      <View style={[styles.band, { borderColor: theme.accent }]} />
    </View>
  );
}

const styles = StyleSheet.create({
  frame: { width: '100%', aspectRatio: 4 / 3, alignSelf: 'center', overflow: 'hidden' },
  band: { position: 'absolute', left: '3%', right: '3%', top: '50%', height: '37%', borderWidth: 3 },
});
