/** This file imports nothing of the service, because the test runner needs it before anything is generated. */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the default ephemeral ports of Linux, macOS and Windows, so that no outgoing connection takes a port after it was found free. */
const [FIRST, END] = [10_000, 32_000];
/** The only port in this range that `fetch` refuses to call (Fetch Standard, "Port blocking"). */
const BLOCKED = 10_080;

/** No other process that calls this function gets the same port while this one runs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (port !== BLOCKED && (await isFree(port)) && (await claim(port))) return port;
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

/**
 * Claims a port by binding the UDP port with the same number, which is otherwise unused. Other processes see the claim, and it ends
 * with this process.
 */
function claim(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const sign = createSocket('udp4').once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
    );
    sign.bind(port, '127.0.0.1', () => resolve(true));
    sign.unref();
  });
}
