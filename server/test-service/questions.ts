import { startService } from './service.ts';

interface Question {
  id: number;
  method: string;
  params: never[];
}

export async function answerQuestions(): Promise<void> {
  const service = await startService();
  const methods = service.methods as Record<string, (...params: never[]) => unknown>;
  const end = () => void service.stop().then(() => process.exit(0));
  process.once('disconnect', end).on('SIGTERM', () => process.connected && process.disconnect());
  // Ctrl-C reaches both processes. This one ignores it and leaves the decision to its parent.
  process.on('SIGINT', () => {});
  process.on('message', async ({ id, method, params }: Question) => {
    const answer = await Promise.resolve()
      .then(() => methods[method]!(...params))
      .then(
        (result) => ({ result }),
        (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
      );
    if (process.connected) process.send?.({ id, ...answer });
  });
  process.send?.({ ready: service.account });
}
