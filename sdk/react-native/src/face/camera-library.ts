/** The parts of `expo-camera` 57 that this package uses. Pass the library itself: `import * as camera from 'expo-camera'`. */
export interface CameraLibrary {
  CameraView: new (...properties: never[]) => MountedCamera;
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

export async function pictureOf(camera: MountedCamera, quality: number): Promise<string> {
  const { base64 } = await camera.takePictureAsync({ quality, base64: true, shutterSound: false });
  if (!base64) throw new Error('The camera gave no picture');
  return base64;
}

export const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
