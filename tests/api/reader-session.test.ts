/**
 * `runSession` of `@sigill/reader` against the real service, with a virtual chip and everything by which phone, network and person
 * can disturb a reading.
 */
// SQLite only: it is about the phone; reader.test.ts makes its calls on both.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeCommand } from '../../sdk/reader/src/apdu/apdu.ts';
import {
  callOverFetch,
  type ReaderCall,
  ReaderCallError,
  ReadingFailed,
  runSession,
  type SessionOptions,
  type SessionStep,
  sentenceOfEnd,
} from '../../sdk/reader/src/index.ts';
import { printedKey } from '../../sdk/reader/src/specimen/specimen.ts';
import {
  chipContentsOf,
  createVirtualChip,
  type Exchange,
  type VirtualChipOptions,
} from '../../sdk/reader/src/virtual-chip/index.ts';
import type { SpecimenName } from '../../server/specimen/specimen-catalogue.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await createTestServer();
  world = createWorld(server, await server.account());
});
afterAll(() => server?.stop());

interface Setting extends Partial<SessionOptions> {
  name?: SpecimenName;
  chip?: VirtualChipOptions;
}

async function reading({ name = 'genuine', chip: options, ...more }: Setting = {}) {
  const { id, token } = await world.session();
  const specimen = await world.specimen(name);
  const chip = createVirtualChip(chipContentsOf(specimen), options);
  const steps: SessionStep[] = [];
  const run = (again: Partial<SessionOptions> = {}) =>
    runSession({
      call: callOverFetch(server.base),
      token,
      platform: 'CLI',
      app_version: '1.0.0',
      access: printedKey(specimen, 'MRZ'),
      async connect({ again }) {
        if (again) chip.enterField();
        return chip.transmit;
      },
      wait: async () => {},
      onStep: (step) => steps.push(step),
      ...more,
      ...again,
    });
  return {
    id,
    token,
    run,
    chip,
    steps,
    names: () => steps.map(({ step }) => step),
    files: () => [...new Set(steps.flatMap((step) => (step.step === 'READING' ? [step.file] : [])))],
    session: () => world.succeed('session.get', { id }, world.account),
  };
}

const commands = (exchanges: readonly Exchange[]) => exchanges.length;

describe('reading a document', () => {
  test('submits the files that it lists and the service accepts, in the order that fails earliest', async () => {
    const { run, files, names, session } = await reading();
    expect(await run()).toEqual({ state: 'APPROVED' });
    expect(files()).toEqual(['com', 'sod', 'dg1', 'dg14', 'dg15', 'dg11', 'dg12', 'dg2']);
    expect([...new Set(names())]).toEqual([
      'OPENED',
      'STARTED',
      'WAITING',
      'ACCESSED',
      'READING',
      'READ',
      'CHALLENGED',
      'ANSWERED',
      'SUBMITTING',
      'ENDED',
    ]);
    expect(await session()).toMatchObject({ state: 'APPROVED', chip: { clone_protection: 'ACTIVE_AUTHENTICATION' } });
  });

  test('proves the chip genuine by Chip Authentication, with keys only the service has', async () => {
    const { run, steps, session } = await reading({ name: 'genuine-ca' });
    expect(await run()).toEqual({ state: 'APPROVED' });
    expect(steps).toContainEqual({ step: 'PROBED', protocol: expect.stringMatching(/^0\.4\.0\.127\.0\.7\.2\.2\.3\./) });
    expect(await session()).toMatchObject({ chip: { clone_protection: 'CHIP_AUTHENTICATION' } });
  });

  test('uses only short commands if the reader supports no others', async () => {
    const longest = ({ exchanges }: { exchanges: readonly Exchange[] }) =>
      Math.max(...exchanges.map(({ command, response }) => Math.max(command.length - 5, response.length - 2)));
    const short = await reading({ name: 'genuine-ca', extended_length: false });
    expect(await short.run()).toEqual({ state: 'APPROVED' });
    expect(longest(short.chip)).toBeLessThanOrEqual(256);
    const usual = await reading({ name: 'genuine-ca' });
    await usual.run();
    expect(longest(usual.chip)).toBeGreaterThan(256);
  });

  test('reports how many bytes were read, and nothing of their content', async () => {
    const { run, steps, session } = await reading();
    await run();
    const progress = steps.filter((step) => step.step === 'READING' && step.file === 'dg2');
    expect(progress.at(-1)).toMatchObject({ read: expect.any(Number), next: [] });
    expect(progress.at(-1)).toMatchObject({ read: (progress.at(-1) as { total: number }).total });
    const { surname, document_number } = (await session()) as { surname: string; document_number: string };
    for (const secret of [surname, document_number]) expect(JSON.stringify(steps)).not.toContain(secret);
  });
});

describe('a lost contact', () => {
  test('is resumed within the file where it was lost, and nothing is read twice', async () => {
    const { run, names, steps } = await reading({ chip: { faults: ['field-lost:17'] } });
    expect(await run()).toEqual({ state: 'APPROVED' });
    expect(names().filter((name) => name === 'LOST')).toHaveLength(1);
    const left = steps[names().indexOf('LOST') - 1] as Extract<SessionStep, { step: 'READING' }>;
    expect(left).toMatchObject({ step: 'READING', file: 'dg2', read: expect.any(Number) });
    expect(left.read).toBeLessThan(left.total);
    const readOf = (file: string) =>
      steps.flatMap((step) => (step.step === 'READING' && step.file === file ? [step.read] : []));
    for (const file of ['sod', 'dg1', 'dg2']) {
      const bytes = readOf(file);
      expect(bytes).toEqual([...new Set(bytes)].sort((a, b) => a - b));
    }
  });

  test.each<[string, () => Uint8Array]>([
    ['loses the chip', () => expect.fail('The driver takes 261 bytes.')],
    ['responds to them itself', () => Uint8Array.of(0x63, 0x00)],
  ])('on a card reader without extended lengths that %s is followed by short commands', async (_, refuse) => {
    const { run, chip, names } = await reading();
    const connect: SessionOptions['connect'] = async ({ again }) => {
      if (again) chip.enterField();
      return async (command) => (decodeCommand(command).extended ? refuse() : chip.transmit(command));
    };
    expect(await run({ connect })).toEqual({ state: 'APPROVED' });
    expect(names().filter((name) => name === 'LOST').length).toBeLessThanOrEqual(2);
  });

  test('after one garbled response is resumed with long commands, which have worked before', async () => {
    const undisturbed = await reading();
    await undisturbed.run();
    const { run, chip, names } = await reading();
    let pieces = 0;
    const connect: SessionOptions['connect'] = async ({ again }) => {
      if (again) chip.enterField();
      return async (command) => {
        const response = await chip.transmit(command);
        const is_disturbed = response.length > 1000 && ++pieces === 3;
        return is_disturbed ? response.with(-3, response.at(-3)! ^ 1) : response;
      };
    };
    expect(await run({ connect })).toEqual({ state: 'APPROVED' });
    expect(names().filter((name) => name === 'LOST')).toHaveLength(1);
    // Reopening the chip takes about ten commands. A fallback to short commands would take dozens for the portrait alone.
    expect(commands(chip.exchanges) - commands(undisturbed.chip.exchanges)).toBeLessThanOrEqual(15);
  });

  test('that never comes back ends the session as nfc_lost', async () => {
    const { run, session } = await reading({ chip: { faults: ['field-gone'] } });
    expect(await run()).toEqual({ state: 'FAILED', code: 'nfc_lost', cause: 'chip_lost' });
    expect(await session()).toMatchObject({ failure: { code: 'nfc_lost', retryable: true } });
  });

  test('ends the session as timeout if the chip stays silent for too long', async () => {
    const { run } = await reading({ connect: async () => () => new Promise(() => {}), answer_within_ms: 5 });
    expect(await run()).toEqual({ state: 'FAILED', code: 'timeout', cause: 'chip_silent' });
  });
});

describe('a wrong key', () => {
  test('is corrected by the person while the document stays in place', async () => {
    const right = printedKey(await world.specimen('genuine'), 'MRZ');
    const asked: number[] = [];
    const { run, names } = await reading({
      access: { document_number: 'X1234567', date_of_birth: '900101', date_of_expiry: '300101' },
      async onAccessDenied({ tries_left }) {
        asked.push(tries_left);
        return asked.length < 3
          ? { document_number: 'X7654321', date_of_birth: '900101', date_of_expiry: '300101' }
          : right;
      },
    });
    expect(await run()).toEqual({ state: 'APPROVED' });
    expect(asked).toEqual([4, 3, 2]);
    expect(names().filter((name) => name === 'WAITING')).toHaveLength(1);
  });

  test('is not asked for without end', async () => {
    let asked = 0;
    const { run } = await reading({
      chip: { faults: ['wrong-key'] },
      async onAccessDenied() {
        asked += 1;
        return { document_number: 'X1234567', date_of_birth: '900101', date_of_expiry: '300101' };
      },
    });
    expect(await run()).toEqual({ state: 'FAILED', code: 'access_denied', cause: 'mrz_refused' });
    expect(asked).toBe(4);
  });

  test('cancels the session if the person does not correct it', async () => {
    const { run } = await reading({ chip: { faults: ['wrong-key'] }, onAccessDenied: async () => undefined });
    expect(await run()).toEqual({ state: 'ABORTED' });
  });
});

describe('a chip that breaks off PACE in its last step', () => {
  /** A chip that does not support BAC, and reports an error in the last step of PACE in its first contacts. */
  const troubled = async (contacts: number) => {
    const tried = await reading({
      chip: { faults: ['pace-only'] },
      onAccessDenied: () => expect.fail('The key is right.'),
    });
    let contact = 0;
    const connect: SessionOptions['connect'] = async ({ again }) => {
      if (again) tried.chip.enterField();
      contact += 1;
      const isTroubled = contact <= contacts;
      return async (command) => {
        const { cla, ins } = decodeCommand(command);
        return isTroubled && cla === 0 && ins === 0x86 ? Uint8Array.of(0x6f, 0x00) : tried.chip.transmit(command);
      };
    };
    return { ...tried, ended: await tried.run({ connect }) };
  };

  test('is given one more contact', async () => {
    const { ended, names, chip } = await troubled(1);
    expect(ended).toEqual({ state: 'APPROVED' });
    expect(names().filter((name) => name === 'LOST')).toHaveLength(1);
    const longest = Math.max(...chip.exchanges.map(({ response }) => response.length));
    expect(longest, 'nothing says that long answers are lost').toBeGreaterThan(258);
  });

  test('is reported as broken, and nobody is asked for another document number', async () => {
    const { ended, session } = await troubled(9);
    expect(ended).toEqual({ state: 'FAILED', code: 'read_error', cause: 'chip_failure' });
    expect(await session()).toMatchObject({ failure: { code: 'read_error', cause: 'chip_failure' } });
    expect(sentenceOfEnd(ended, 'en')).toMatch(/^The chip reports an internal error/);
  });
});

describe('the network', () => {
  test('may lose every response once: each call is retried under its key and has one effect', async () => {
    const call = callOverFetch(server.base);
    const keys = new Map<string, (string | undefined)[]>();
    const flaky: ReaderCall = async (name, params, headers) => {
      const answer = await call(name, params, headers);
      const sent = keys.get(name) ?? [];
      keys.set(name, [...sent, headers?.['Idempotency-Key']]);
      if (sent.length > 0) return answer;
      throw new Error('The answer was lost');
    };
    const { run, id } = await reading({ name: 'genuine-ca', call: flaky });
    expect(await run()).toEqual({ state: 'APPROVED' });
    const calls = ['reader.challenge', 'reader.chip_authentication', 'reader.open', 'reader.start', 'reader.submit'];
    expect([...keys.keys()].sort()).toEqual(calls);
    for (const [name, [first, second, ...more]] of keys) expect([name, second, more]).toEqual([name, first, []]);
    expect(new Set([...keys.values()].map(([key]) => key)).size).toBe(calls.length);
    const sessions = await world.succeed('session.list', {}, world.account);
    expect(sessions.sessions.filter((each) => each.id === id)).toHaveLength(1);
  });

  test('that stays down throws, and the session can be tried again', async () => {
    const call: ReaderCall = () => Promise.reject(new TypeError('fetch failed'));
    const { run } = await reading({ call });
    await expect(run()).rejects.toThrow('fetch failed');
    expect(await run({ call: callOverFetch(server.base) })).toEqual({ state: 'APPROVED' });
  });
});

describe('the session', () => {
  test('gets a new challenge if one expired, without reading the files again', async () => {
    const call = callOverFetch(server.base);
    let submissions = 0;
    const late: ReaderCall = async (name, params, headers) => {
      if (name === 'reader.submit' && submissions++ === 0) await server.advance('PT121S');
      return call(name, params, headers);
    };
    const { run, steps, names } = await reading({ call: late });
    expect(await run()).toEqual({ state: 'APPROVED' });
    expect(submissions).toBe(2);
    expect(names().filter((name) => name === 'CHALLENGED')).toHaveLength(2);
    expect(steps.filter((step) => step.step === 'READING' && step.file === 'dg1')).toHaveLength(1);
  });

  test('can be resumed by the installation that started it, whatever its user agent is now', async () => {
    const { run } = await reading({ installation: 'a2c4' });
    const closed = new AbortController();
    const as = (agent: string): ReaderCall => {
      const call = callOverFetch(server.base, {
        fetch: (url, init) => fetch(url, { ...init, headers: { ...init?.headers, 'User-Agent': agent } }),
      });
      // The app is closed before it can report anything.
      return (name, ...rest) =>
        closed.signal.aborted && agent === 'App/1' ? Promise.reject(new Error()) : call(name, ...rest);
    };
    const first = run({ call: as('App/1'), connect: () => new Promise(() => closed.abort()), signal: closed.signal });
    await expect(first).rejects.toThrow();
    expect(await run({ call: as('App/2') })).toEqual({ state: 'APPROVED' });
  });

  test('of another device is refused', async () => {
    const { run, token } = await reading();
    await world.succeed('reader.start', { token, platform: 'IOS', app_version: '1.0.0' });
    const refusal = await run().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ReaderCallError);
    expect(refusal).toMatchObject({ operation: 'reader.start', status: 409, code: 'session_already_started' });
  });

  test('cancelled elsewhere ends as cancelled here', async () => {
    const { run, token, chip } = await reading();
    const connect = async () => {
      await world.succeed('reader.abort', { token });
      return chip.transmit;
    };
    expect(await run({ connect })).toEqual({ state: 'ABORTED' });
  });
});

describe('the person and the phone', () => {
  test('can cancel immediately, also while the phone waits for a document', async () => {
    const cancel = new AbortController();
    const { run, session } = await reading({
      signal: cancel.signal,
      connect: () => new Promise(() => queueMicrotask(() => cancel.abort())),
    });
    expect(await run()).toEqual({ state: 'ABORTED' });
    expect(await session()).toMatchObject({ state: 'ABORTED' });
  });

  test('can cancel between two commands', async () => {
    const cancel = new AbortController();
    const { run, chip } = await reading({
      signal: cancel.signal,
      onStep: (step) => step.step === 'READING' && step.file === 'dg1' && cancel.abort(),
    });
    expect(await run()).toEqual({ state: 'ABORTED' });
    const sent = commands(chip.exchanges);
    await new Promise((resolve) => setImmediate(resolve));
    expect(commands(chip.exchanges)).toBe(sent);
  });

  test('end the session with timeout when time runs out', async () => {
    const { run } = await reading({ signal: AbortSignal.timeout(1), connect: () => new Promise(() => {}) });
    expect(await run()).toEqual({ state: 'FAILED', code: 'timeout' });
  });

  test.each([
    ['nfc_unavailable', new ReadingFailed('nfc_unavailable', 'NFC is off')],
    ['nfc_unavailable', new Error('NfcAdapter was null')],
    ['internal', new ReadingFailed('internal', 'A bug')],
  ])('end the session with %s when the platform fails', async (code, error) => {
    const { run, session } = await reading({ connect: () => Promise.reject(error) });
    expect(await run()).toEqual({ state: 'FAILED', code });
    const { failure } = (await session()) as { failure: { message: string } };
    expect(failure.message).toBe(error instanceof ReadingFailed ? error.message : 'The reader failed');
  });
});
