/** A proxy between a service and its database that can act like a broken network: it passes nothing on and closes nothing. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type StallingProxy = Awaited<ReturnType<typeof createStallingProxy>>;

export async function createStallingProxy(port: number) {
  const sockets = new Set<Socket>();
  let stalled = false;

  const server = createServer((near) => {
    const far = connect(port, 'localhost');
    /** As after a firewall has forgotten a connection: nothing passes any longer, and neither side learns that the other is gone. */
    let lost = false;
    const isLost = () => (lost ||= stalled);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => isLost() || to.write(chunk));
      from.on('close', () => {
        sockets.delete(from);
        if (!isLost()) to.destroy();
      });
      from.on('error', () => {});
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    /** From now on nothing passes, not even on new connections. */
    stall(): void {
      stalled = true;
    },
    /** Connections work again, except those on which something was sent during the stall. */
    heal(): void {
      stalled = false;
    },
    async close(): Promise<void> {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
