/** The package has no types. */
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  interface FrameInfo {
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

/** The encoder, for tests. */
declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  interface FrameInfo {
    width: number;
    height: number;
    bitsPerSample: number;
    componentCount: number;
    isSigned: boolean;
  }

  interface J2KEncoder {
    getDecodedBuffer(frame: FrameInfo): Uint8Array;
    encode(): void;
    getEncodedBuffer(): Uint8Array;
  }

  export default function createModule(options: {
    print: (line: string) => void;
    printErr: (line: string) => void;
  }): Promise<{ J2KEncoder: new () => J2KEncoder }>;
}

/** The parts that are used here. TypeScript declares these types only for browsers. */
declare namespace WebAssembly {
  type Module = object;
  type Imports = Record<string, Record<string, unknown>>;
  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Record<string, unknown>;
  }
  function compile(code: Uint8Array): Promise<Module>;
}
