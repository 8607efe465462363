/** Backups, restores and changes of the server key that are killed at random moments: the service keeps working, and the next attempt succeeds or says what to do. */
// CI only: it starts a PostgreSQL with its programs, and kills twenty commands.
// SQLite only: it starts a PostgreSQL of its own.
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ServerProcess } from '../support/process/server-process.ts';
import { times } from '../support/runs/trials.ts';
import {
  type BackupWorld,
  createBackupWorld,
  ENGINES,
  type Environment,
  operator,
  operatorProcess,
  type Used,
  useService,
} from '../support/server/backup-world.ts';
import { createCaller } from '../support/server/call.ts';

const KILLS = { backup: times(4), restore: times(4), rekey: times(2) };

describe.each(ENGINES)('on $engine, SIGKILL', ({ engine, reason }) => {
  if (reason) {
    test(`is left out: ${reason}`, ({ skip }) => skip(reason));
    return;
  }

  let world: BackupWorld;
  let source: Environment;
  let service: ServerProcess;
  let used: Used;
  let backup: string;

  beforeAll(async () => {
    world = await createBackupWorld(engine);
    source = await world.place();
    service = await world.service(source);
    used = await useService(service);
    backup = join(world.folder, 'backup');
    expect((await operator(source, 'backup', '--to', backup)).code).toBe(0);
  });
  afterAll(() => world?.remove());

  async function serves({ base }: ServerProcess): Promise<void> {
    const call = createCaller(base);
    const { basic } = used;
    expect(await call('session.create', { specimen: true }, { basic })).toMatchObject({ status: 200 });
    expect((await call('session.get', { id: used.session_id }, { basic })).body).toEqual(used.person);
  }

  /**
   * The first run is left to end, to measure how long the command takes. The others are killed at random moments in the last two
   * thirds of that time, because in the first third the command only starts. If all of them end before they are killed, further
   * runs are killed sooner.
   */
  async function killing(
    count: number,
    prepare: (round: number) => Promise<{ environment: Environment; args: string[]; afterwards: () => Promise<void> }>,
  ): Promise<void> {
    const first = await prepare(0);
    const began = performance.now();
    expect((await operatorProcess(first.environment, first.args)).code).toBe(0);
    let took = performance.now() - began;
    let killed = 0;
    for (let round = 1; round <= count || (killed === 0 && round <= 3 * count); round++) {
      if (round > count) took *= 0.7;
      const { environment, args, afterwards } = await prepare(round);
      const kill_after_ms = took * (1 / 3 + Math.random() * (2 / 3));
      const { code } = await operatorProcess(environment, args, { kill_after_ms });
      if (code === -1) killed++;
      await afterwards();
    }
    expect(killed).toBeGreaterThan(0);
  }

  test('of a backup leaves the service running, and no half of a backup under its name', () =>
    killing(KILLS.backup, async (round) => {
      const folder = join(world.folder, `killed-${round}`);
      const args = ['backup', '--to', folder];
      return {
        environment: source,
        args,
        async afterwards() {
          await serves(service);
          if (existsSync(folder)) {
            expect(await operator(source, 'verify', folder)).toMatchObject({ code: 0 });
            return;
          }
          if (existsSync(`${folder}.partial`)) {
            const next = await operator(source, ...args);
            expect([next.code, next.err]).toEqual([
              1,
              expect.stringMatching(/\.partial exists: .* was interrupted\. If none is running, delete it,/),
            ]);
            rmSync(`${folder}.partial`, { recursive: true });
          }
          expect((await operator(source, ...args)).code).toBe(0);
        },
      };
    }));

  test('of a restore leaves a place that is empty or complete', () =>
    killing(KILLS.restore, async () => {
      const environment = await world.place();
      const args = ['restore', backup];
      return {
        environment,
        args,
        async afterwards() {
          // Retries, because a PostgreSQL program may end shortly after the command that started it.
          for (let attempt = 0; ; attempt++) {
            const { code, err } = await operator(environment, ...args);
            if (code === 0 || /exists already|is not empty/.test(err)) break;
            expect(attempt, err).toBeLessThan(20);
            await pause(100);
          }
          const verified = await operator(environment, 'verify');
          expect(verified, verified.output).toMatchObject({ code: 0 });
          expect(existsSync(join(environment.DATA_DIR, 'sigill.db.restoring'))).toBe(false);
        },
      };
    }));

  test('of a rekey leaves everything readable with both keys, and the next rekey finishes it', async () => {
    const environment = await world.place();
    expect((await operator(environment, 'restore', backup)).code).toBe(0);
    const running = await world.service(environment);
    let current = environment['SERVER_KEY']!;
    let both: Environment = environment;
    await killing(KILLS.rekey, async () => {
      const next = randomBytes(32).toString('base64');
      both = { ...environment, SERVER_KEY: next, SERVER_KEY_PREVIOUS: current };
      current = next;
      await running.end();
      Object.assign(running.environment, both);
      await running.start();
      return {
        environment: both,
        args: ['rekey'],
        async afterwards() {
          await serves(running);
          expect(await operator(both, 'verify')).toMatchObject({ code: 0 });
          expect(await operator(both, 'rekey')).toMatchObject({ code: 0 });
        },
      };
    });
    const alone = { ...environment, SERVER_KEY: current };
    const verified = await operator(alone, 'verify');
    expect(verified, verified.output).toMatchObject({ code: 0 });
    expect(await operator(environment, 'verify')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^SERVER_KEY is not the key of this database/),
    });
  });
});
