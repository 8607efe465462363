/** The process that the service runs in, and the requests to it. It ends when this process ends, however that happens. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Bundled once for both formats of the package. An ES module has no `__dirname`, so the build replaces it. */
const SERVICE = join(__dirname, '../service');

type Message<Ready> = { ready: Ready } | { refused: string } | { id: number; result?: unknown; error?: string };

interface Question {
  resolve(result: never): void;
  reject(error: Error): void;
}

export async function startServiceProcess<Ready>() {
  const child = fork(join(SERVICE, 'main.mjs'), [], {
    // Debuggers and loaders of the test runner must not reach the service. The service's threads inherit `--import`, so they too
    // get what older versions of Node lack.
    execArgv: ['--import', pathToFileURL(join(SERVICE, 'older-node.mjs')).href],
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const questions = new Map<number, Question>();
  const ready = await started<Ready>(child, questions);
  let asked = 0;
  idle(child);

  return {
    ready,
    ask<T>(method: string, ...params: unknown[]): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        if (!child.connected) return reject(new Error('The test service has been stopped.'));
        child.channel?.ref();
        asked += 1;
        questions.set(asked, { resolve, reject });
        child.send({ id: asked, method, params });
      });
    },
    async stop(): Promise<void> {
      child.ref();
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** The service must not keep a test runner from exiting. */
function idle(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

/** @throws an error that says what the service lacks. */
function started<Ready>(child: ChildProcess, questions: Map<number, Question>): Promise<Ready> {
  return new Promise<Ready>((resolve, reject) => {
    child.once('error', reject).once('exit', (code) => {
      const error = new Error(`The test service exited unexpectedly with ${code}.`);
      reject(error);
      for (const question of questions.values()) question.reject(error);
      questions.clear();
    });
    child.on('message', (message: Message<Ready>) => {
      if ('ready' in message) resolve(message.ready);
      else if ('refused' in message) reject(new Error(message.refused));
      else {
        const { id, result, error } = message;
        const question = questions.get(id);
        questions.delete(id);
        if (questions.size === 0) idle(child);
        if (error === undefined) question?.resolve(result as never);
        else question?.reject(new Error(error));
      }
    });
  });
}
