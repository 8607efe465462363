/**
 * `npm run reader -- --pcsc`, which is `sigill read`, with a virtual chip through Linux's smart card service, and with the service
 * over HTTP.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../sdk/cli/src/command-line.ts';
import { chipContentsOf, createVirtualChip, type VirtualChip } from '../../sdk/reader/src/virtual-chip/index.ts';
import type { SpecimenName } from '../../server/specimen/specimen-catalogue.ts';
import { captured, runReader, spawned } from '../support/packages/script.ts';
import { missingForVirtualReader, startVirtualReader, type VirtualReader } from '../support/reader/virtual-reader.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

describe.skipIf(missingForVirtualReader)(
  `PC/SC${missingForVirtualReader ? `: ${missingForVirtualReader}` : ''}`,
  () => {
    let reader: VirtualReader;
    let server: TestServer;
    let world: World;

    beforeAll(async () => {
      server = await createTestServer();
      world = createWorld(server, await server.account());
      reader = await startVirtualReader();
      Object.assign(process.env, reader.environment);
    });
    afterAll(async () => {
      await reader?.[Symbol.asyncDispose]();
      await server?.stop();
    });

    async function chipOf(name: SpecimenName): Promise<{ chip: VirtualChip; mrz: string }> {
      const contents = chipContentsOf(await world.specimen(name));
      // DG1 is the machine readable zone after two tags and their lengths, five bytes in all.
      const mrz = Buffer.from(contents.files.dg1!).toString('latin1').slice(5);
      return { chip: createVirtualChip(contents), mrz };
    }

    const read = (...args: string[]) => runReader('--pcsc', '--reader', 'Sigill', '--wait', '20', ...args);

    async function verified(
      name: SpecimenName,
      keyOf: (mrz: string) => string[] = (mrz) => ['--mrz', mrz],
      sessionOf = (token: string) => ['--token', token, '--base', server.base],
    ) {
      const { id, token } = await world.session();
      const { chip, mrz } = await chipOf(name);
      const takeAway = await reader.insert(chip);
      const ended = await read(...sessionOf(token), ...keyOf(mrz));
      await takeAway();
      return { ...ended, session: await world.succeed('session.get', { id }, world.account) };
    }

    test('reads a chip with PACE to the verdict, and the chip proves itself by Active Authentication', async () => {
      const { code, out, err, session } = await verified('genuine');
      expect(err).toBe('');
      expect(out).toContain('accessed    PACE-GM with the MRZ, AES-128');
      expect(out).toMatch(/reading {5}dg2 {2}(\d+) of \1 bytes/);
      expect(out).toContain('ended       APPROVED');
      expect(code).toBe(0);
      expect(session).toMatchObject({ state: 'APPROVED', chip: { clone_protection: 'ACTIVE_AUTHENTICATION' } });
    });

    test('reads a chip with Chip Authentication Mapping and Chip Authentication, from the link that a person was sent', async () => {
      const link = (token: string) => `${server.base}/open?token=${token}&redirect_url=https%3A%2F%2Fexample.com`;
      const { out, err, session } = await verified(
        'genuine-ca',
        () => ['--can', '350172'],
        (token) => ['--token', link(token)],
      );
      expect(err).toBe('');
      expect(out).toContain('accessed    PACE-CAM with the CAN, AES-128');
      expect(session).toMatchObject({ state: 'APPROVED', chip: { clone_protection: 'CHIP_AUTHENTICATION' } });
    });

    test('reads an old chip with BAC from the fields of the MRZ, with dates in any format', async () => {
      const { out, err, session } = await verified('genuine-rsa-pss', (mrz) => {
        const second = mrz.slice(44);
        const birth = second.slice(13, 19);
        return [
          ...['--document-number', second.slice(0, 9)],
          ...['--date-of-birth', `19${birth.slice(0, 2)}-${birth.slice(2, 4)}-${birth.slice(4)}`],
          ...['--date-of-expiry', second.slice(21, 27)],
        ];
      });
      expect(err).toBe('');
      expect(out).toContain('accessed    BAC with the MRZ, 3DES');
      expect(session).toMatchObject({ state: 'APPROVED', chip: { clone_protection: 'ACTIVE_AUTHENTICATION' } });
    });

    test('continues where it stopped when the document is taken away in the middle and laid back', async () => {
      const { id, token } = await world.session();
      const { chip, mrz } = await chipOf('genuine');
      let commands = 0;
      const away = Promise.withResolvers<void>();
      const slips = {
        enterField: chip.enterField,
        async transmit(command: Uint8Array) {
          if (++commands !== 24) return chip.transmit(command);
          away.resolve();
          throw new Error('taken away');
        },
      };
      const gone = await reader.insert(slips);
      const reading = read('--token', token, '--base', server.base, '--mrz', mrz);
      await away.promise;
      await gone();
      const takeAway = await reader.insert(chip);
      const { out, err } = await reading;
      await takeAway();
      expect(err, out).toBe('');
      expect(out).toContain('lost        lay the document on the reader again');
      expect(out).toContain('ended       APPROVED');
      expect(await world.succeed('session.get', { id }, world.account)).toMatchObject({ state: 'APPROVED' });
    });

    test('ends a session with an explanation when the key is that of another document', async () => {
      const { code, out, err, session } = await verified('id-card', () => ['--can', '111111']);
      expect(out).toContain('ended       FAILED access_denied can_refused');
      expect(err).toContain('They are on the front of the card, and are not the document number');
      expect(code).toBe(1);
      expect(session).toMatchObject({ state: 'FAILED', failure: { code: 'access_denied', cause: 'can_refused' } });
    });

    test('leaves a session that requires a picture to another device if none is given', async () => {
      const { id, token } = await world.session({ specimen: true, face_verification: true });
      const { code, err } = await read('--token', token, '--base', server.base, '--can', '123456');
      expect(err).toBe('This session requires a picture of the holder. Pass --face FILE.\n');
      expect(code).toBe(1);
      expect(await world.succeed('session.get', { id }, world.account)).toMatchObject({ state: 'CREATED' });
    });

    test('asks for the key if the command has none, as the page of a session prints it', async () => {
      const { id, token } = await world.session();
      const { chip } = await chipOf('id-card');
      const takeAway = await reader.insert(chip);
      const args = ['--base-url', server.base, '--token', token, '--reader', 'Sigill', '--wait', '20'];
      const { code, err, questions } = await asked(args, ['482 915']);
      await takeAway();
      expect([code, err, questions]).toEqual([0, '', [expect.stringContaining('Six digits')]]);
      expect(await world.succeed('session.get', { id }, world.account)).toMatchObject({ state: 'APPROVED' });
    });

    test('saves the files of a chip, for this user only, and overwrites none', async () => {
      const parent = mkdtempSync(join(tmpdir(), 'sigill-files-'));
      const folder = join(parent, 'document');
      const { chip } = await chipOf('id-card');
      const { files } = await world.specimen('id-card');
      const takeAway = await reader.insert(chip);
      const { code, out, err } = await read('--read-only', folder, '--can', '482915');
      expect(err).toBe('');
      expect(code).toBe(0);
      expect(out).toContain(`in ${folder}`);
      const expected = Object.entries(files).filter(([, bytes]) => bytes);
      expect(readdirSync(folder).toSorted()).toEqual(expected.map(([name]) => `${name}.bin`).toSorted());
      for (const [name, bytes] of expected)
        expect(readFileSync(join(folder, `${name}.bin`)).toString('base64')).toBe(bytes);
      expect(statSync(join(folder, 'dg1.bin')).mode & 0o077).toBe(0);
      const again = await read('--read-only', folder, '--can', '482915');
      expect(again).toMatchObject({ code: 1, err: expect.stringContaining('is not overwritten') });
      await takeAway();
      rmSync(parent, { recursive: true });
    });
  },
);

async function asked(args: string[], answers: string[]) {
  const questions: string[] = [];
  const stopping = new AbortController();
  const ask = async (question: string) => {
    const answer = answers[questions.push(question) - 1];
    if (answer === undefined) stopping.abort();
    stopping.signal.throwIfAborted();
    return answer!;
  };
  const ended = await captured((output) =>
    run(['read', ...args], { ...output, environment: {}, hasColours: false, ask, stop: stopping.signal }),
  );
  return { ...ended, questions };
}

describe('the reader command, before it accesses a chip,', () => {
  test('asks again for invalid input, and says so when it is stopped', async () => {
    const { code, err, questions } = await asked(['--read-only', 'nowhere'], ['12345', '', 'L898902C3', 'yesterday']);
    expect(questions.map((question) => question.split(/[,:(]/)[0]!.trim())).toEqual([
      'Six digits on the front of an identity card',
      'Six digits on the front of an identity card',
      'Document number',
      'Date of birth',
      'Date of expiry',
    ]);
    expect(err).toBe('The card access number has six digits.\n');
    expect(code, 'a reading that was stopped is none').toBe(1);
  });

  test('says what is wrong with the command', async () => {
    const cases: [string[], string][] = [
      [['--can', '123456'], 'Name the session with --token'],
      [['--token', 'T'], 'Enter what is printed on the document'],
      [['--token', 'T', '--can', '12345'], 'six digits'],
      [['--token', 'T', '--can', '123456', '--mrz', 'P<UTO'], 'Enter what is printed on the document'],
      [['--token', 'T', '--mrz', 'P<UTO'], '2 lines of 44 or 36 characters'],
      [
        [
          '--token',
          'T',
          '--document-number',
          'L898902C3',
          '--date-of-birth',
          '12.8.1974',
          '--date-of-expiry',
          '320415',
        ],
        '--date-of-birth must be YYYY-MM-DD or YYMMDD',
      ],
    ];
    for (const [args, sentence] of cases)
      expect(await runReader('--pcsc', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
  });

  test('says that the smart card service does not respond, and how to start it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sigill-files-'));
    const args = ['--pcsc', '--read-only', folder, '--can', '123456'];
    const { code, err } = await spawned('server/commands/reader.ts', args, { PCSCLITE_CSOCK_NAME: '/nowhere' });
    rmSync(folder, { recursive: true });
    expect(err).toMatch(/The smart card service of this computer does not answer|npm install|libpcsclite/);
    expect(code).toBe(1);
  });
});
