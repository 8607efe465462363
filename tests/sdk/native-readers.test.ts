/** The readers for Kotlin and Swift: against recordings, and with virtual chips in sessions of a real service. */
// SQLite only: it is about the phone; reader.test.ts makes the same calls on both databases.
// CI only: it compiles Kotlin and Swift.
import { execFile, spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { chipContentsOf, createVirtualChip, type FaultName } from '@sigill/reader/virtual-chip';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import type { ReaderTrace } from '../../scripts/reader/record-traces.ts';
import type { SpecimenName } from '../../server/specimen/specimen-catalogue.ts';
import { specimenBundle } from '../../server/specimen/specimens.ts';
import { debianProgram } from '../support/debian-program.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

const recorded = readFileSync(join(root, 'web/public/reader-traces.json'), 'utf8');
const { traces } = JSON.parse(recorded) as { traces: ReaderTrace[] };
/** These readers have no Integrated Mapping, so they open such a chip with BAC. */
const supported = traces.filter(({ name }) => name !== 'pace-im-mrz');
const folder = mkdtempSync(join(tmpdir(), 'sigill-native-'));
const runFile = promisify(execFile);

interface Language {
  name: string;
  sources: string;
  is_installed: boolean;
  compile(sources: string[]): Promise<string[]>;
}

const kotlin: Language = {
  name: 'Kotlin',
  sources: 'sdk/kotlin/src/main/**/*.kt',
  is_installed: debianProgram('kotlinc', 'kotlin') !== undefined,
  async compile(sources) {
    const jar = join(folder, 'driver.jar');
    await runFile('kotlinc', [...sources, join(root, 'tests/sdk/kotlin-driver.kt'), '-include-runtime', '-d', jar]);
    return ['java', '-cp', jar, 'example.sigill.reader.Kotlin_driverKt'];
  },
};

const swift: Language = {
  name: 'Swift',
  sources: 'sdk/swift/Sources/**/*.swift',
  // In Debian from 13 on.
  is_installed: debianProgram('swiftc', 'swiftlang') !== undefined,
  async compile(sources) {
    const program = join(folder, 'driver');
    const options = ['-swift-version', '5', '-parse-as-library', '-module-name', 'driver', '-o', program];
    await runFile('swiftc', [...sources, join(root, 'tests/sdk/swift-driver.swift'), ...options]);
    return [program];
  },
};

let server: TestServer;
let basic: { public_key: string; secret: string };
beforeAll(async () => {
  server = await createTestServer();
  ({ basic } = await server.account());
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([kotlin, swift])('The $name reader', ({ name, sources, is_installed, compile }) => {
  describe.skipIf(!is_installed)(
    is_installed ? 'reads' : `is not tested: there is no compiler for ${name} here`,
    () => {
      let command: string[] = [];
      beforeAll(async () => {
        command = await compile(globSync(sources, { cwd: root }).map((path) => join(root, path)));
      });

      async function replay(played: ReaderTrace[]): Promise<Record<string, unknown>[]> {
        const path = join(folder, `${name}.json`);
        writeFileSync(path, JSON.stringify({ traces: played }));
        const [program, ...prefix] = command as [string, ...string[]];
        const { stdout } = await runFile(program, [...prefix, 'traces', path]);
        return stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
      }

      /** @returns the reader's last line, and how often it connected. */
      async function read(specimen: SpecimenName, { token = '', faults = [] as FaultName[] } = {}) {
        const session = token || (await server.call('session.create', {}, { basic })).body.token;
        const contents = chipContentsOf(specimenBundle(specimen, server.deps.clock.now()));
        const chip = createVirtualChip(contents, { faults });
        const printed = new TextDecoder().decode(contents.files.dg1!.subarray(5));
        const [program, ...prefix] = command as [string, ...string[]];
        const reader = spawn(program, [...prefix, server.base, session, printed], {
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        const said: string[] = [];
        for await (const line of createInterface({ input: reader.stdout })) {
          if (line.startsWith('#')) said.push(line);
          if (line === '#connect true') chip.enterField();
          if (line.startsWith('#')) continue;
          const response = await chip.transmit(Buffer.from(line, 'hex')).catch(() => Buffer.alloc(0));
          reader.stdin.write(`${Buffer.from(response).toString('hex')}\n`);
        }
        return { end: said.at(-1), contacts: said.filter((line) => line.startsWith('#connect')).length };
      }

      test('sends the recorded commands, byte by byte', async () => {
        const expected = supported.map(({ files, aa_signature }) => ({
          dg1: files.dg1!.toLowerCase(),
          aa_signature: aa_signature.toLowerCase(),
          left: 0,
        }));
        expect(await replay(supported)).toEqual(expected);
      });

      test('trusts no chip whose token or checksum has one other bit', async () => {
        const flipped = supported.map((trace) => altered(trace, trace.name === 'bac' ? 'last' : 'token'));
        const causes = (await replay(flipped)).map(({ cause }) => cause);
        expect(causes).toEqual(['checksum_wrong', 'pace_token_wrong', 'pace_token_wrong']);
      });

      test('takes a session to its verdict', async () => {
        expect(await read('genuine')).toEqual({ end: '#end APPROVED null null', contacts: 1 });
        expect((await read('genuine-ca')).end).toBe('#end APPROVED null null');
        for (const clone of ['cloned', 'cloned-ca'] as const)
          expect((await read(clone)).end).toBe('#end REJECTED chip_auth_failed null');
      });

      test.each(['bac-only', 'pace-cam', 'extended-length-refused', 'answers-in-parts', 'wrong-length'] as const)(
        'reads a chip with the peculiarity %s',
        async (fault) => {
          expect((await read('genuine', { faults: [fault] })).end).toBe('#end APPROVED null null');
        },
      );

      test.each([
        ['wrong-key', 'access_denied mrz_refused'],
        ['field-gone', 'nfc_lost chip_lost'],
        ['keys-forgotten', 'read_error secure_messaging_ended'],
        ['no-application', 'unsupported_document application_missing'],
      ] as const)('reports the fault %s as %s', async (fault, reported) => {
        expect((await read('genuine', { faults: [fault] })).end).toBe(`#end FAILED ${reported}`);
      });

      test('continues after a lost contact', async () => {
        const { end, contacts } = await read('genuine', { faults: ['field-lost'] });
        expect(end).toBe('#end APPROVED null null');
        expect(contacts).toBeGreaterThan(1);
      });

      test('opens a chip that aborted PACE with BAC on the next contact', async () => {
        expect(await read('genuine', { faults: ['pace-breaks'] })).toEqual({
          end: '#end APPROVED null null',
          contacts: 2,
        });
      });

      test('throws what the service refuses', async () => {
        expect((await read('genuine', { token: 'nobody' })).end).toMatch(/^#refused reader.open 40\d /);
      });
    },
  );
});

/** Changes one bit in the last byte before the status word, either of the response with the PACE token or of the last response. */
function altered(trace: ReaderTrace, which: 'token' | 'last'): ReaderTrace {
  const exchanges = structuredClone(trace.exchanges);
  const chosen =
    which === 'last' ? exchanges.at(-1)! : exchanges.findLast(({ command }) => command.startsWith('0086'))!;
  const bytes = Buffer.from(chosen.response, 'hex');
  bytes[bytes.length - 3]! ^= 1;
  chosen.response = bytes.toString('hex').toUpperCase();
  return { ...trace, exchanges };
}
