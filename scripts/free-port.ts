/** Imports nothing of the product: the test runner needs it before anything is generated. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below every system's ephemeral ports: no outgoing connection takes one between being found free and being listened on. */
const [FIRST, END] = [10_000, 32_000];
const given = new Set<number>();

/** A port that nothing listens on, and that this process gives only once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
