/** `npm run bench -- profile CASE FILE`: a CPU profile of the main thread of a server, for tools that draw it. */
import { writeFileSync } from 'node:fs';
import { casesNamed, jobOf } from './cases.ts';
import { say } from './measure.ts';
import { withLoad } from './processes.ts';
import { contestants, SERVICE, withServers } from './servers.ts';
import { prepare } from './service.ts';

/** Requests while profiling, as a multiple of one round. */
const FACTOR = 2;

export async function profile(name: string, file: string, options: { scale: number; server?: string | undefined }) {
  const [measured] = casesNamed([name]);
  const { server = SERVICE, scale } = options;
  const servers = contestants([server]);
  const prepared = await prepare({ open: 1000, approved: 8 });
  const requests = Math.round(measured!.requests * scale * FACTOR);
  const taken = await withLoad((send) =>
    withServers(servers, prepared, async (running) => {
      const { port, startProfile, endProfile } = running.find((one) => one.name === server)!;
      const all = () => send(jobOf(measured!, prepared, { port }, requests), measured!.status);
      say(`Warming up with ${requests} requests, then profiling as many …`);
      await all();
      await startProfile();
      await all();
      return endProfile();
    }),
  );
  prepared.service.remove();
  writeFileSync(file, JSON.stringify(taken));
  return `${measured!.title}, ${server}: ${requests} requests. Open ${file} in the Performance panel of Chrome's developer tools.\n`;
}
