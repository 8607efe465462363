import { type RefObject, useEffect, useState } from 'react';

/** Chrome on Android knows it; the types of the browser do not (W3C MediaStream Image Capture, section 3). */
type WithTorch = { torch?: boolean };

/** The light beside the camera, if the device has one. It goes out with the camera. */
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
    // A device that refuses keeps its light as it is.
    track()
      ?.applyConstraints({ advanced: [wanted as MediaTrackConstraintSet] })
      .then(
        () => setOn(!isOn),
        () => {},
      );
  };
  return { isOffered, isOn, toggle };
}
