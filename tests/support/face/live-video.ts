/** Films for a browser's fake camera: a person who turns the head, and a print that is held up. */
import { writeFilm } from '../browser/fake-camera.ts';
import { livingPerson, momentLater, type Person, print } from './scenes.ts';

const TURN = [-8, -3, 2, 7, 2, -3].map((yaw, at) => ({ yaw, pitch: at % 3, x: yaw / 200 }));
/** Each picture is shown for three frames. */
const HELD = [0, 1, 2];

export const filmOfPerson = async (person: Person): Promise<string> => filmOf(await livingPerson(person, TURN));

export async function filmOfPrint(person: Person): Promise<string> {
  const [photo] = await livingPerson(person, [{}]);
  return filmOf(await print(photo!));
}

async function filmOf(pictures: Buffer[]): Promise<string> {
  const frames = pictures.flatMap((picture, at) => HELD.map((frame) => momentLater(picture, at * HELD.length + frame)));
  return writeFilm(await Promise.all(frames));
}
