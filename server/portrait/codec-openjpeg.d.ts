/** The package has no types of its own. */
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  export interface FrameInfo {
    width: number;
    height: number;
    bitsPerSample: number;
    componentCount: number;
    isSigned: boolean;
  }

  interface J2KDecoder {
    getEncodedBuffer(length: number): Uint8Array;
    decode(): void;
    getDecodedBuffer(): Uint8Array;
    getFrameInfo(): FrameInfo;
    delete(): void;
  }

  interface DecoderModule {
    J2KDecoder: new () => J2KDecoder;
  }

  export default function createModule(options: {
    print: (line: string) => void;
    printErr: (line: string) => void;
    instantiateWasm: (
      imports: WebAssembly.Imports,
      instantiated: (instance: WebAssembly.Instance) => void,
    ) => WebAssembly.Instance['exports'];
  }): Promise<DecoderModule>;
}

/** The encoder, for the portraits of specimens and for tests. */
declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  import type { FrameInfo } from '@cornerstonejs/codec-openjpeg/decodewasmjs';

  interface J2KEncoder {
    getDecodedBuffer(frame: FrameInfo): Uint8Array;
    setQuality(lossless: boolean, layers: number): void;
    setCompressionRatio(layer: number, ratio: number): void;
    encode(): void;
    getEncodedBuffer(): Uint8Array;
    delete(): void;
  }

  export default function createModule(options?: {
    print: (line: string) => void;
    printErr: (line: string) => void;
  }): Promise<{ J2KEncoder: new () => J2KEncoder }>;
}

/** TypeScript declares these types only for browsers. */
declare namespace WebAssembly {
  type Module = object;
  type Imports = Record<string, Record<string, unknown>>;
  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Record<string, unknown>;
  }
  function compile(code: Uint8Array): Promise<Module>;
}
