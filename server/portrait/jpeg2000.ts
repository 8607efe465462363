import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import createDecoderModule from '@cornerstonejs/codec-openjpeg/decodewasmjs';
import { type ImageHeader, readHeader, withComponents } from './jpeg2000-header.ts';
import { type WasmMemory, withMemory } from './wasm-memory.ts';

export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

/**
 * Decodes JP2 files and raw codestreams to 8 bits per channel. Colours become RGB, at full resolution. The decoder reports no
 * errors, so each step is checked here.
 */
export async function decodeJpeg2000(bytes: Uint8Array): Promise<Pixels> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = readHeader(buffer);
  const decode = await createDecoder();
  const { width, height, components, opacity } = header;
  if (opacity === undefined) {
    const { data, channels } = decode(buffer, header);
    return { data, width, height, channels };
  }
  const colours = Array.from({ length: components }, (_, index) => index).filter((index) => index !== opacity);
  const { data, channels } = decode(withComponents(colours, header), header);
  const { data: alpha } = decode(withComponents([opacity], header), header);
  return { data: interleave(data, channels, alpha), width, height, channels: channels === 1 ? 2 : 4 };
}

interface Decoded {
  data: Buffer;
  channels: 1 | 3;
}

const WASM = createRequire(import.meta.url).resolve('@cornerstonejs/codec-openjpeg/decodewasm');
/**
 * 4 MB initially, because V8 collects the memory after each image and the decoder's own 50 MB would make that slow. At most 256 MB,
 * twice what the largest image needs: the decoder itself would allocate 2 GB for a small file that asks for it.
 */
const MEMORY: WasmMemory = { initial: 64, most: 4096 };
let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiled once, because that is slow. Each image gets its own instance and memory. */
function compiledDecoder(): Promise<WebAssembly.Module> {
  compiled ??= readFile(WASM).then((code) => WebAssembly.compile(withMemory(code, MEMORY)));
  return compiled;
}

async function createDecoder(): Promise<(file: Buffer, header: ImageHeader) => Decoded> {
  const problems: string[] = [];
  const code = await compiledDecoder();
  const module = await createDecoderModule({
    print: () => {},
    printErr: (line) => problems.push(line),
    instantiateWasm: (imports, instantiated) => {
      const instance = new WebAssembly.Instance(code, imports);
      instantiated(instance);
      return instance.exports;
    },
  });
  return (file, header) => {
    const decoder = new module.J2KDecoder();
    try {
      decoder.getEncodedBuffer(file.length).set(file);
      decoder.decode();
      const { width, height, componentCount, bitsPerSample, isSigned } = decoder.getFrameInfo();
      const decoded = decoder.getDecodedBuffer();
      const samples = width * height * componentCount;
      const isComplete = samples > 0 && decoded.length === samples * (bitsPerSample > 8 ? 2 : 1);
      const isWhole = isComplete && width === header.width && height === header.height;
      if (!isWhole || (componentCount !== 1 && componentCount !== 3))
        throw new Error(problems[0] ?? 'The codestream could not be decoded');
      return { data: toEightBits(Buffer.from(decoded), bitsPerSample, isSigned), channels: componentCount };
    } finally {
      decoder.delete();
    }
  };
}

function interleave(data: Buffer, channels: number, alpha: Buffer): Buffer {
  const result = Buffer.alloc(data.length + alpha.length);
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    data.copy(result, pixel * (channels + 1), pixel * channels, (pixel + 1) * channels);
    result[pixel * (channels + 1) + channels] = alpha[pixel] ?? 0;
  }
  return result;
}

function toEightBits(samples: Buffer, bits: number, isSigned: boolean): Buffer {
  if (bits <= 8 && !isSigned) {
    if (bits < 8)
      for (let i = 0; i < samples.length; i++) samples[i] = Math.round(((samples[i] ?? 0) * 255) / (2 ** bits - 1));
    return samples;
  }
  const wide = bits > 8;
  const result = Buffer.alloc(wide ? samples.length / 2 : samples.length);
  const middle = isSigned ? 2 ** (bits - 1) : 0;
  for (let i = 0; i < result.length; i++) {
    const value = wide ? (isSigned ? samples.readInt16LE(2 * i) : samples.readUInt16LE(2 * i)) : samples.readInt8(i);
    result[i] = Math.max(0, Math.min(255, Math.round(((value + middle) * 255) / (2 ** bits - 1))));
  }
  return result;
}
