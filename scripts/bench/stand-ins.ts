/** What the service asks of others while a benchmark is prepared: a mail server and a matcher of faces. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Takes every mail and keeps none. */
export async function startMailServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      stream.on('end', () => done()).resume();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) };
}

/** Finds every face to be the holder's. */
export async function startFaceMatcher(): Promise<{ url: URL; stop(): Promise<void> }> {
  const server: Server = createServer((req, res) => {
    req.resume().on('end', () => res.setHeader('content-type', 'application/json').end('{"score":1}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
