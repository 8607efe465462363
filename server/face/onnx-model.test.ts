import { describe, expect, test } from 'vitest';
import { likeness } from './embedding-matcher.ts';
import { type FaceModel, pictureInput, pictureNumbers } from './onnx-model.ts';

const model = (how: Partial<FaceModel> = {}): FaceModel => ({
  file: 'face.onnx',
  pixels: 'bytes',
  channels: 'rgb',
  ...how,
});
const picture = new Uint8Array([255, 0, 0, 51, 51, 51]);

describe('the input picture', () => {
  test.each([
    ['colour by colour', [1, 3, 1, 2], {}, [255, 51, 0, 51, 0, 51]],
    ['pixel by pixel', ['batch', 1, 2, 3], {}, [255, 0, 0, 51, 51, 51]],
    ['blue first', [1, 1, 2, 3], { channels: 'bgr' }, [0, 0, 255, 51, 51, 51]],
    ['from 0 to 1', [1, 1, 2, 3], { pixels: 'unit' }, [1, 0, 0, 0.2, 0.2, 0.2]],
    ['from -1 to 1', [1, 1, 2, 3], { pixels: 'signed' }, [1, -1, -1, -0.6, -0.6, -0.6]],
  ] as const)('is converted %s', (_, shape, how, numbers) => {
    const input = pictureInput(shape);
    expect([input.height, input.width]).toEqual([1, 2]);
    const given = [...pictureNumbers(picture, input, model(how))];
    expect(given.map((number) => Math.round(number * 1000) / 1000)).toEqual(numbers);
  });

  test.each([[[1, 1]], [[1, 3, 'height', 'width']], [[1, 4, 8, 8]], [[1, 3, 0, 8]], [[]]])(
    'cannot be given to a model that takes %j',
    (shape) => {
      expect(() => pictureInput(shape)).toThrow(/instead of a picture of a fixed size/);
    },
  );
});

test('two embeddings are as similar as their directions', () => {
  const of = (...numbers: number[]) => new Float32Array(numbers);
  expect(likeness(of(3, 4), of(6, 8))).toBeCloseTo(1);
  expect(likeness(of(1, 0), of(1, 1))).toBeCloseTo(Math.SQRT1_2);
  expect(likeness(of(1, 0), of(-1, 0))).toBe(0);
  expect(likeness(of(0, 0), of(0, 0))).toBe(0);
});
