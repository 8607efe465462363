import { type ComponentType, type ReactElement, type Ref, type RefObject, useState } from 'react';
import { type StyleProp, StyleSheet, View, type ViewStyle } from 'react-native';
import type { CameraLibrary, MountedCamera } from '../../face/camera-library.ts';
import { pictureSizeAmong } from '../../face/take-selfie.ts';
import { useLook } from '../../theme/look.tsx';

interface FrameProps {
  library: CameraLibrary;
  mounted: RefObject<MountedCamera | null>;
  facing: 'front' | 'back';
  label: string;
  style: ViewStyle;
  mark: ViewStyle;
  onReady?: () => void;
  onFailure: () => void;
}

interface CameraProps {
  ref: Ref<MountedCamera>;
  facing: 'front' | 'back';
  animateShutter: boolean;
  pictureSize?: string;
  onCameraReady: () => void;
  onMountError: () => void;
  style: StyleProp<ViewStyle>;
}

export function CameraFrame(props: FrameProps): ReactElement {
  const { library, mounted, facing, label, style, mark, onReady, onFailure } = props;
  const { theme } = useLook();
  // The library's own type has far more properties, and brings in React Native's types.
  const CameraView = library.CameraView as unknown as ComponentType<CameraProps>;
  const [size, setSize] = useState<string>();
  const begin = async () => {
    const sizes = await mounted.current?.getAvailablePictureSizesAsync().catch(() => []);
    if (!sizes || !mounted.current) return;
    setSize(pictureSizeAmong(sizes));
    onReady?.();
  };
  return (
    <View
      accessible
      accessibilityRole="image"
      accessibilityLabel={label}
      style={[styles.frame, style, { borderRadius: theme.radius, backgroundColor: theme.line }]}
    >
      <CameraView
        ref={mounted}
        facing={facing}
        animateShutter={false}
        {...(size && { pictureSize: size })}
        onCameraReady={() => void begin()}
        onMountError={onFailure}
        style={StyleSheet.absoluteFill}
      />
      <View style={[styles.mark, mark, { borderColor: theme.accent }]} />
    </View>
  );
}

const styles = StyleSheet.create({
  frame: { width: '100%', alignSelf: 'center', overflow: 'hidden' },
  mark: { position: 'absolute', borderWidth: 3 },
});
