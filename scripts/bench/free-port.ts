/** Ports for the servers that are measured. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below every system's ephemeral ports: no outgoing connection takes one between being found free and being listened on. */
const [FIRST, END] = [10_000, 32_000];

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
