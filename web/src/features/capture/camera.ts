export type CameraReason = 'denied' | 'missing' | 'busy' | 'silent' | 'unsupported';

export class CameraProblem extends Error {
  readonly reason: CameraReason;

  constructor(reason: CameraReason, cause?: unknown) {
    super(`The camera is not available: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** The errors of getUserMedia (W3C Media Capture and Streams, section 10.2). */
const REASONS: Record<string, CameraReason> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** Asks for the camera that looks at the person (`user`) or away from them. @throws CameraProblem */
export async function openCamera(facing: 'user' | 'environment'): Promise<MediaStream> {
  // Browsers offer cameras only over a secure connection.
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (!devices) throw new CameraProblem('unsupported');
  try {
    return await devices.getUserMedia({
      audio: false,
      video: { facingMode: facing, width: { ideal: 1280 }, height: { ideal: 960 } },
    });
  } catch (error) {
    throw new CameraProblem(REASONS[(error as Error).name] ?? 'silent', error);
  }
}

export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
