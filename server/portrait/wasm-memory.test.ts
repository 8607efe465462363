import { describe, expect, test } from 'vitest';
import { withMemory } from './wasm-memory.ts';

/** TypeScript declares these types only for browsers. */
const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyOfBrowsers }).WebAssembly;
interface WebAssemblyOfBrowsers {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object) => { exports: { memory: { buffer: ArrayBuffer; grow(pages: number): number } } };
}

const PAGE = 65_536;
const HEADER = [0, ...Buffer.from('asm'), 1, 0, 0, 0];
/** Exported as `memory`. */
const EXPORT = [7, 10, 1, 6, ...Buffer.from('memory'), 2, 0];
/** Initially 800 pages, at most 32,768. */
const MEMORY = [5, 7, 1, 1, 0xa0, 0x06, 0x80, 0x80, 0x02];
/** A custom section that precedes the memory section. */
const OTHER = [0, 3, 1, 0x61, 5];

const module = (...sections: number[][]) => Uint8Array.from([...HEADER, ...sections.flat()]);
const memoryOf = (code: Uint8Array) => new Instance(new Module(code)).exports.memory;

describe('the memory of a module', () => {
  test('gets the given limits', () => {
    const memory = memoryOf(withMemory(module(OTHER, MEMORY, EXPORT), { initial: 64, most: 66 }));
    expect(memory.buffer.byteLength).toBe(64 * PAGE);
    memory.grow(2);
    expect(memory.buffer.byteLength).toBe(66 * PAGE);
    expect(() => memory.grow(1)).toThrow(RangeError);
  });

  test('is unchanged in the original module', () => {
    const code = module(MEMORY, EXPORT);
    withMemory(code, { initial: 1, most: 2 });
    expect(memoryOf(code).buffer.byteLength).toBe(800 * PAGE);
  });

  test('refuses limits that take more bytes', () => {
    expect(() => withMemory(module(MEMORY), { initial: 2 ** 14, most: 2 ** 15 })).toThrow(
      '16384 takes more than 2 bytes',
    );
  });

  test.each([
    ['there is none', module(OTHER), 'The module has no memory'],
    ['it has no bound', module([5, 3, 1, 0, 1]), 'The module must have one memory with two limits'],
    ['the module is cut off', module([5, 7, 1, 1, 0xa0]), 'The module is truncated'],
  ])('cannot be changed when %s', (_, code, message) => {
    expect(() => withMemory(code, { initial: 1, most: 1 })).toThrow(message);
  });
});
