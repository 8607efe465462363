/**
 * Writes a video for Chromium's `--use-file-for-fake-video-capture`, which plays it over and over:
 * `node tests/support/face/live-video.ts alma person alma.mjpeg`. `photo` instead of `person` holds a print in front of the camera.
 */
import { writeFileSync } from 'node:fs';
import { livingPerson, momentLater, type Person, print } from './scenes.ts';

/** Pictures of a slow turn of the head, there and back; each is seen for three frames. */
const TURN = [-8, -3, 2, 7, 2, -3].map((yaw, at) => ({ yaw, pitch: at % 3, x: yaw / 200 }));

export async function writeLiveVideo(person: Person, kind: 'person' | 'photo', file: string): Promise<void> {
  const taken =
    kind === 'person' ? await livingPerson(person, TURN) : await print((await livingPerson(person, [{}]))[0]!);
  const frames = await Promise.all(
    taken.flatMap((picture, at) => [0, 1, 2].map((frame) => momentLater(picture, at * 3 + frame))),
  );
  writeFileSync(file, Buffer.concat(frames));
}

const [person, kind, file] = process.argv.slice(2);
if (import.meta.main && file) await writeLiveVideo(person as Person, kind as 'person' | 'photo', file);
