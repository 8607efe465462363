/** Sits in front of the service: replaces responses, and keeps the tokens that the service itself stores only as hashes. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Answer, Faults } from './faults.ts';

export function createFront(faults: Faults) {
  const tokens = new Map<number, string>();

  const around =
    (listener: RequestListener): RequestListener =>
    (req, res) => {
      const name = /^\/api\/v1\/([\w.]+)$/.exec(req.url ?? '')?.[1] ?? '';
      const fault = faults.take(name);
      if (fault === undefined) {
        if (/^(session|demo)\.create$/.test(name)) watch(res, ({ id, token }) => tokens.set(id, token));
        listener(req, res);
      } else if ('answer' in fault) answer(req, res, fault.answer);
      else if ('delayMs' in fault) setTimeout(() => listener(req, res), fault.delayMs);
      else if (fault.lost === 'request') req.socket.destroy();
      else listener(req, losing(req, res));
    };

  return { tokens, around };
}

function watch(res: ServerResponse, see: (created: { id: number; token: string }) => void): void {
  const end = res.end.bind(res) as (...given: unknown[]) => ServerResponse;
  res.end = ((body?: unknown, ...rest: unknown[]) => {
    const created = body ? JSON.parse(String(body)) : {};
    if (typeof created.token === 'string') see(created);
    return end(body, ...rest);
  }) as typeof res.end;
}

/** Reads the request body first, so that the client can read the response. */
function answer(req: IncomingMessage, res: ServerResponse, { status, headers, body }: Answer): void {
  req.resume().once('end', () => res.writeHead(status, headers).end(body));
}

function losing(req: IncomingMessage, res: ServerResponse): ServerResponse {
  const lose = () => {
    req.socket.destroy();
    return res;
  };
  return Object.assign(res, { writeHead: () => res, write: () => true, end: lose });
}
