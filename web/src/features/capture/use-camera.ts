import { type RefObject, useEffect, useReducer, useState } from 'react';
import { CameraProblem, type CameraReason, closeCamera, openCamera } from './camera';

/** How long an opened camera may take to deliver its first picture. */
const FIRST_PICTURE_MS = 10_000;

export type Camera = { state: 'asking' | 'live' | CameraReason; retry: () => void };

export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  { facing, isOn }: { facing: 'user' | 'environment'; isOn: boolean },
): Camera {
  const [state, setState] = useState<Camera['state']>('asking');
  const [turn, retry] = useReducer((turn: number) => turn + 1, 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks again.
  useEffect(() => {
    if (!isOn) return;
    const stop = new AbortController();
    setState('asking');
    showCamera(video, facing, stop.signal).then(
      (stream) => {
        if (stop.signal.aborted) return;
        setState('live');
        // The camera was unplugged, or its permission was withdrawn in the browser's settings.
        for (const track of stream.getTracks()) track.addEventListener('ended', () => setState('silent'));
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setState(error instanceof CameraProblem ? error.reason : 'silent');
      },
    );
    return () => stop.abort();
  }, [isOn, facing, turn]);

  return { state, retry };
}

async function showCamera(
  video: RefObject<HTMLVideoElement | null>,
  facing: 'user' | 'environment',
  signal: AbortSignal,
): Promise<MediaStream> {
  const stream = await openCamera(facing);
  const close = () => {
    closeCamera(stream);
    if (video.current) video.current.srcObject = null;
  };
  signal.addEventListener('abort', close);
  if (signal.aborted || !video.current) {
    close();
    return stream;
  }
  video.current.srcObject = stream;
  try {
    await firstPicture(video.current, signal);
  } catch (error) {
    close();
    throw error;
  }
  return stream;
}

function firstPicture(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new CameraProblem('silent')), FIRST_PICTURE_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    video.addEventListener(
      'playing',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true, signal },
    );
    // Playing fails only if the element is removed, and then the signal is aborted as well.
    video.play().catch(() => {});
  });
}
