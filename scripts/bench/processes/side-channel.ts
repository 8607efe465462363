/**
 * Preloaded into every measured server (`node --import`). Reports the process's resource usage to its parent over the IPC channel,
 * not over the port, and takes CPU profiles of its main thread. The server itself is unaware of it.
 */
import { type Profiler, Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

export type Question = 'usage' | 'profile' | 'profile-end';

export interface Usage {
  cpu_us: number;
  main_us: number;
  rss_bytes: number;
}

if (isMainThread && process.send) {
  let session: Session | undefined;
  const answers: Record<Question, () => Promise<Usage | Profiler.Profile | null>> = {
    async usage() {
      const sum = ({ user, system }: NodeJS.CpuUsage) => user + system;
      return {
        cpu_us: sum(process.cpuUsage()),
        main_us: sum(process.threadCpuUsage()),
        rss_bytes: process.memoryUsage.rss(),
      };
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
  // If the benchmark is interrupted, nothing else would end the server.
  process.once('disconnect', () => process.exit(1));
  // The channel alone must not keep a server alive.
  process.channel?.unref();
}
