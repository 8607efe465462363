/** A range API of breached passwords, on a free port: it records requests, and responds as it is told. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (response: ServerResponse, prefix: string) => void;

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();
const ofOthers = Array.from({ length: 800 }, (_, index) => `${hashOf(`other ${index}`).slice(5)}:${index + 1}`);

/**
 * Responds with hashes of other passwords, and with the hashes of `passwords` that begin with the requested prefix. A count of 0 is
 * padding.
 */
export const knows =
  (passwords: Record<string, number>): Answer =>
  (response, prefix) => {
    const own = Object.entries(passwords)
      .map(([password, count]) => [hashOf(password), count] as const)
      .filter(([hash]) => hash.startsWith(prefix))
      .map(([hash, count]) => `${hash.slice(5)}:${count}`);
    response.setHeader('content-type', 'text/plain').end([...ofOthers, ...own].join('\r\n'));
  };

export async function createRangeService() {
  const service = {
    url: '',
    asked: [] as { path: string; headers: IncomingHttpHeaders }[],
    answer: knows({}) as Answer,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    service.asked.push({ path, headers: request.headers });
    service.answer(response, path.split('/').at(-1) ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range`;
  return service;
}
