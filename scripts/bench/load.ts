/** Sends the requests of a case from a process of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Case } from './cases.ts';
import { here } from './paths.ts';
import type { Prepared } from './prepare.ts';
import type { Job, Load } from './processes/load.ts';

export type { Load };
export type LoadProcess = ReturnType<typeof startLoadProcess>;

export function startLoadProcess() {
  const child: ChildProcess = fork(join(here, 'processes/load.ts'));
  return {
    /** @throws when an answer has another status than the right one, since then something else was measured. */
    async send(job: Job, status: number): Promise<Load> {
      const load = await new Promise<Load>((resolve, reject) => {
        const ended = (code: number | null) => reject(new Error(`The process that sends requests ended with ${code}`));
        child.once('exit', ended);
        child.once('message', (message) => {
          child.off('exit', ended);
          resolve(message as Load);
        });
        child.send(job);
      });
      if (load.statuses[status] === job.requests) return load;
      throw new Error(`${job.path} was not always answered with ${status}: ${JSON.stringify(load.statuses)}`);
    },
    stop: () => child.disconnect(),
  };
}

/** The requests of a case for the server at a port. */
export const jobOf = (measured: Case, prepared: Prepared, port: number, requests = measured.requests): Job => ({
  port,
  path: measured.path,
  headers: { authorization: measured.authorization(prepared), 'content-type': 'application/json' },
  bodies: measured.bodies(prepared),
  requests,
  connections: measured.connections,
});
