/**
 * Preloaded into every measured server (`node --import`). Reports over the channel to its parent, beside the port, what the process
 * has used so far, and takes CPU profiles of its main thread. The server itself knows nothing of it.
 */
import { type Profiler, Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

export type Question = 'usage' | 'profile' | 'profile-end';

export interface Usage {
  /** User and system time of the process with all its threads, in microseconds. */
  cpu_us: number;
  rss_bytes: number;
}

if (isMainThread && process.send) {
  let session: Session | undefined;
  const answers: Record<Question, () => Promise<Usage | Profiler.Profile | null>> = {
    async usage() {
      const { user, system } = process.cpuUsage();
      return { cpu_us: user + system, rss_bytes: process.memoryUsage.rss() };
    },
    async profile() {
      session = new Session();
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: 200 });
      await session.post('Profiler.start');
      return null;
    },
    async 'profile-end'() {
      const { profile } = await session!.post('Profiler.stop');
      session!.disconnect();
      return profile;
    },
  };
  process.on('message', async (question: Question) => process.send!(await answers[question]()));
  // When the benchmark is interrupted, nobody else would end the server.
  process.once('disconnect', () => process.exit(1));
  // The channel must not keep a server alive that has nothing else to do.
  process.channel?.unref();
}
