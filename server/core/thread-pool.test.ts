import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const script = (options: object) => `
  const { Worker } = require('node:worker_threads');
  const thread = \`
    const { getPriority } = require('node:os');
    import(${JSON.stringify(new URL('./thread-pool.ts', import.meta.url).href)}).then(({ replyToRequests }) =>
      replyToRequests(() => ({ nice: getPriority() }), ${JSON.stringify(options)}));\`;
  const worker = new Worker(thread, { eval: true });
  worker.on('message', ({ reply }) => {
    if (reply === undefined) return;
    console.log(reply.nice);
    process.exit();
  });
  worker.postMessage({});`;

const niceness = (process_nice: number, options = {}) =>
  Number(execFileSync('nice', ['-n', String(process_nice), process.execPath, '-e', script(options)]));

test.runIf(process.platform === 'linux')('a thread of a pool never has a higher priority than its process', () => {
  expect(niceness(0)).toBe(15);
  expect(niceness(19)).toBe(19);
  expect(niceness(5, { isUrgent: true })).toBe(5);
});
