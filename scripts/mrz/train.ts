/**
 * Trains the network that recognises the letters of a machine readable zone: `node scripts/mrz/train.ts`. The seed is fixed, so
 * each run gives the same network. Letters are drawn between two others, blurred, shifted, turned, with ink that is thick or thin,
 * noise and uneven light.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALPHABET, CUT, INPUTS, normalised, OUTPUTS } from '../../sdk/reader/src/mrz-camera/letters.ts';
import { LetterMaps } from './letter-maps.ts';
import { type Random, seeded } from './random.ts';

const HIDDEN = 96;
const BATCH = 32;
const SAMPLES = Number(process.env['SAMPLES'] ?? 400_000);
const file = join(import.meta.dirname, '../../sdk/reader/src/mrz-camera/network.json');

interface Layer {
  inputs: number;
  outputs: number;
  weights: Float32Array;
  biases: Float32Array;
  gradients: Float32Array;
  biasGradients: Float32Array;
  moments: [Float32Array, Float32Array];
  biasMoments: [Float32Array, Float32Array];
}

function layerOf(inputs: number, outputs: number, random: Random): Layer {
  const size = inputs * outputs;
  return {
    inputs,
    outputs,
    weights: Float32Array.from({ length: size }, () => random.normal() * Math.sqrt(2 / inputs)),
    biases: new Float32Array(outputs),
    gradients: new Float32Array(size),
    biasGradients: new Float32Array(outputs),
    moments: [new Float32Array(size), new Float32Array(size)],
    biasMoments: [new Float32Array(outputs), new Float32Array(outputs)],
  };
}

/** A letter between two others, or in a few samples none, as the recogniser would cut it out, and its place in the alphabet. */
function sample(maps: LetterMaps, random: Random): { cut: Float32Array; label: number } {
  const isNothing = random.next() < 0.02;
  const letters = [0, 1, 2].map(() => (random.next() < 0.25 ? 36 : random.below(36)));
  const label = isNothing ? ALPHABET.length : letters[1]!;
  const style = maps.style(random);
  const [turn, skew] = [random.normal() * 0.03, random.normal() * 0.05];
  const [wide, high] = [1 + random.normal() * 0.04, 1 + random.normal() * 0.06];
  const [right, down] = [random.normal() * 0.05, random.normal() * 0.05];
  const contrast = 25 + random.next() * 150;
  const noise = random.next() ** 2 * 0.22 * contrast;
  const [rampX, rampY] = [random.normal() * 0.25 * contrast, random.normal() * 0.25 * contrast];
  const wave = {
    size: random.next() * 0.15 * contrast,
    x: random.normal() * 6,
    y: random.normal() * 6,
    at: random.next() * 6,
  };
  const cut = new Float32Array(INPUTS);
  for (let row = 0; row < CUT.height; row++)
    for (let column = 0; column < CUT.width; column++) {
      const u = ((column + 0.5) / CUT.width - 0.5) * CUT.across;
      const v = ((row + 0.5) / CUT.height - 0.5) * CUT.along;
      const x = (u + turn * v + skew * v) * wide + right;
      const y = (v - turn * u) * high + down;
      const ink = isNothing
        ? 0
        : letters.reduce((sum, letter, at) => sum + maps.inkAt(letter, style, x + 1 - at, y), 0);
      const light = u * rampX + v * rampY + wave.size * Math.sin(wave.x * u + wave.y * v + wave.at);
      cut[row * CUT.width + column] = 200 - contrast * Math.min(ink, 1) + light + noise * random.normal();
    }
  return { cut: normalised(cut), label };
}

function forward(layer: Layer, input: Float32Array, output: Float32Array, isHidden: boolean): void {
  for (let o = 0; o < layer.outputs; o++) {
    let sum = layer.biases[o]!;
    const start = o * layer.inputs;
    for (let i = 0; i < layer.inputs; i++) sum += layer.weights[start + i]! * input[i]!;
    output[o] = isHidden && sum < 0 ? 0 : sum;
  }
}

/** Adds to the gradients. @returns the gradient with respect to the inputs, empty for the first layer. */
function backward(layer: Layer, input: Float32Array, error: Float32Array, isFirst: boolean): Float32Array {
  const inputError = new Float32Array(isFirst ? 0 : layer.inputs);
  for (let o = 0; o < layer.outputs; o++) {
    const e = error[o]!;
    if (e === 0) continue;
    layer.biasGradients[o]! += e;
    const start = o * layer.inputs;
    for (let i = 0; i < layer.inputs; i++) {
      layer.gradients[start + i]! += e * input[i]!;
      if (!isFirst) inputError[i]! += e * layer.weights[start + i]!;
    }
  }
  return inputError;
}

/** Adam (Kingma and Ba, 2014). */
function descend(
  values: Float32Array,
  gradients: Float32Array,
  [mean, square]: [Float32Array, Float32Array],
  rate: number,
  step: number,
): void {
  const scale = (rate * Math.sqrt(1 - 0.999 ** step)) / (1 - 0.9 ** step);
  for (let at = 0; at < values.length; at++) {
    const gradient = gradients[at]! / BATCH;
    mean[at] = 0.9 * mean[at]! + 0.1 * gradient;
    square[at] = 0.999 * square[at]! + 0.001 * gradient * gradient;
    values[at]! -= (scale * mean[at]!) / (Math.sqrt(square[at]!) + 1e-8);
    gradients[at] = 0;
  }
}

function train(): Layer[] {
  const random = seeded(1);
  const maps = new LetterMaps();
  const [hidden, last] = [layerOf(INPUTS, HIDDEN, random), layerOf(HIDDEN, OUTPUTS, random)];
  const [middle, output] = [new Float32Array(HIDDEN), new Float32Array(OUTPUTS)];
  const steps = Math.floor(SAMPLES / BATCH);
  let right = 0;
  for (let step = 1; step <= steps; step++) {
    for (let at = 0; at < BATCH; at++) {
      const { cut, label } = sample(maps, random);
      forward(hidden, cut, middle, true);
      forward(last, middle, output, false);
      if (output.indexOf(Math.max(...output)) === label) right++;
      const error = errorOf(output, label);
      const middleError = backward(last, middle, error, false);
      for (let i = 0; i < HIDDEN; i++) if (middle[i] === 0) middleError[i] = 0;
      backward(hidden, cut, middleError, true);
    }
    const rate = 0.002 * (0.5 + 0.5 * Math.cos((Math.PI * step) / steps)) + 1e-5;
    for (const layer of [hidden, last]) {
      descend(layer.weights, layer.gradients, layer.moments, rate, step);
      descend(layer.biases, layer.biasGradients, layer.biasMoments, rate, step);
    }
    if (step % 1000 === 0) {
      process.stderr.write(`${step * BATCH} letters, ${(right / (BATCH * 10)).toFixed(2)}% right\n`);
      right = 0;
    }
  }
  return [hidden, last];
}

/** The gradient of the cross entropy after softmax. */
function errorOf(output: Float32Array, label: number): Float32Array {
  const highest = Math.max(...output);
  const powers = output.map((value) => Math.exp(value - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power, at) => power / sum - (at === label ? 1 : 0));
}

/** One byte for each weight, with a scale for each output. */
function packed({ inputs, outputs, weights, biases }: Layer) {
  const scales = Array.from({ length: outputs }, (_, o) => {
    const row = weights.subarray(o * inputs, (o + 1) * inputs);
    return row.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
  });
  const bytes = Int8Array.from(weights, (weight, at) => Math.round(weight / scales[Math.floor(at / inputs)]!));
  const round = (value: number) => Number(value.toPrecision(5));
  return {
    weights: Buffer.from(bytes.buffer).toString('base64'),
    scales: scales.map(round),
    biases: [...biases].map(round),
  };
}

writeFileSync(file, `${JSON.stringify({ layers: train().map(packed) }, null, 2)}\n`);
