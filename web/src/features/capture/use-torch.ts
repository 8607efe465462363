import { type RefObject, useEffect, useState } from 'react';

/** A constraint that Chrome on Android supports and TypeScript's types lack (W3C MediaStream Image Capture, section 3). */
type WithTorch = { torch?: boolean };

/** The light beside the camera, if the device has one. It turns off with the camera. */
export function useTorch(video: RefObject<HTMLVideoElement | null>, isLive: boolean) {
  const [isOn, setOn] = useState(false);
  const [isOffered, setOffered] = useState(false);
  const track = () => (video.current?.srcObject as MediaStream | null)?.getVideoTracks()[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the track is that of the live camera.
  useEffect(() => {
    setOn(false);
    setOffered(isLive && ((track()?.getCapabilities?.() ?? {}) as WithTorch).torch === true);
  }, [isLive]);
  const toggle = () => {
    const wanted: WithTorch = { torch: !isOn };
    // If the device refuses, the light stays as it is.
    track()
      ?.applyConstraints({ advanced: [wanted as MediaTrackConstraintSet] })
      .then(
        () => setOn(!isOn),
        () => {},
      );
  };
  return { isOffered, isOn, toggle };
}
