/** The parts of `expo-camera` 57 that this package uses. Pass the library itself: `import * as camera from 'expo-camera'`. */
import type { ComponentType, Ref } from 'react';
import type { StyleProp, ViewStyle } from 'react-native';

export interface CameraLibrary {
  CameraView: ComponentType<CameraViewProps>;
  Camera: {
    requestCameraPermissionsAsync(): Promise<{ granted: boolean; canAskAgain: boolean }>;
  };
}

/** The mounted camera. */
export interface MountedCamera {
  takePictureAsync(options: { quality: number; base64: true; shutterSound: boolean }): Promise<{ base64?: string }>;
  /** Sizes such as `1280x960`, and names such as `High` on iOS. */
  getAvailablePictureSizesAsync(): Promise<string[]>;
}

interface CameraViewProps {
  ref?: Ref<MountedCamera>;
  facing: 'front' | 'back';
  /** Shown as in a mirror by the phone; the picture itself is not mirrored. */
  mirror?: boolean;
  animateShutter?: boolean;
  pictureSize?: string;
  onCameraReady?: () => void;
  onMountError?: (event: { message: string }) => void;
  style?: StyleProp<ViewStyle>;
}
