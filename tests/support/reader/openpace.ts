/** OpenPACE (Debian's `libeac3`), an independent implementation of PACE and Chip Authentication, in two small programs. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const SOURCES = join(import.meta.dirname, '../../pcsc/openpace');

export const missingForOpenPace: string | undefined =
  existsSync('/usr/include/eac/pace.h') && ['/usr/bin/cc', '/usr/bin/gcc'].some((path) => existsSync(path))
    ? undefined
    : 'OpenPACE or a compiler is not installed (apt-get install libeac-dev gcc)';

export interface OpenPace extends Disposable {
  start(program: 'chip' | 'terminal', args: string[]): Lines;
}

export interface Lines {
  hear(): Promise<string | undefined>;
  say(line: string): void;
  end(): void;
}

export function compileOpenPace(): OpenPace {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-openpace-'));
  for (const program of ['chip', 'terminal'])
    execFileSync('cc', [
      // The headers of the library use deprecated types of OpenSSL.
      ...['-std=c11', '-Wall', '-Wextra', '-Werror', '-Wno-deprecated-declarations', '-O1'],
      ...[join(SOURCES, `${program}.c`), '-o', join(folder, program), '-leac', '-lcrypto'],
    ]);
  return {
    start: (program, args) => linesOf(join(folder, program), args),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

function linesOf(path: string, args: string[]): Lines {
  const child = spawn(path, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    hear: async () => (await lines.next()).value,
    say: (line) => void child.stdin.write(`${line}\n`),
    end: () => void child.stdin.end(),
  };
}

export const transmitTo = (chip: Lines) => async (command: Uint8Array) => {
  chip.say(Buffer.from(command).toString('hex'));
  const line = await chip.hear();
  if (!line || line.startsWith('error')) throw new Error(`OpenPACE ended: ${line}`);
  return Uint8Array.from(Buffer.from(line, 'hex'));
};
