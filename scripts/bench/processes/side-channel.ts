/**
 * Preloaded into every server that is measured (`node --import`). Answers over the channel of its parent process, beside the port,
 * what the process has used so far, and takes CPU profiles of its main thread. The server itself knows nothing of it.
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
  const questions: Record<Question, () => Promise<Usage | Profiler.Profile | null>> = {
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
  process.on('message', async ({ question }: { question: Question }) => {
    process.send!({ question, answer: await questions[question]() });
  });
  // Whoever measures may be interrupted. Then nobody else would end the server.
  process.once('disconnect', () => process.exit(1));
  // The channel must not keep a server alive that has nothing else to do.
  process.channel?.unref();
}
