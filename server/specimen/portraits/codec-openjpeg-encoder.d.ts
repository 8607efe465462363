/** The part of the encoder that draw.ts uses; the package has no types. */
declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  interface PixelFormat {
    width: number;
    height: number;
    bitsPerSample: number;
    componentCount: number;
    isSigned: boolean;
  }

  interface Encoder {
    getDecodedBuffer(format: PixelFormat): Uint8Array;
    setQuality(lossless: boolean, layers: number): void;
    setCompressionRatio(layer: number, ratio: number): void;
    encode(): void;
    getEncodedBuffer(): Uint8Array;
    delete(): void;
  }

  export default function load(): Promise<{ J2KEncoder: new () => Encoder }>;
}
