/** A real server on a free port that sends the given responses, one per request, and records the requests. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export type Answer =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | ((response: ServerResponse) => void);

export interface TestServer extends AsyncDisposable {
  baseUrl: string;
  received: Received[];
}

/** The required properties of all responses that tests use, in one object, which is a valid response to every call that tests make. */
export const complete = {
  ...{ id: 1, token: 't', open_url: 'https://sigill.example/open?token=t', state: 'CREATED' },
  ...{ created: '2026-11-21T00:00:00.000Z', expires: '2026-11-22T00:00:00.000Z', specimen: false },
  ...{
    face_verification: false,
    passport_only: false,
    public_key: 'public-key-1',
    secret: 'secret-1',
    email: 'a@b.example',
  },
  ...{ access_token: 'a', access_token_expires: 'e', refresh_token: 'r', refresh_token_expires: 'e', type: 'NATURAL' },
};

/** Once all responses have been sent, the last one is repeated. */
export async function serve(...answers: Answer[]): Promise<TestServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    // The caller stopped while sending.
    if (body === undefined) return;
    received.push({ path: request.url, headers: request.headers, body: JSON.parse(body) });
    const answer = answers[Math.min(received.length, answers.length) - 1] ?? {};
    if (typeof answer === 'function') return answer(response);
    const { status = 200, headers = {}, body: content = complete } = answer;
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-request-id': `request-${received.length}`,
      ...headers,
    });
    response.end(typeof content === 'string' ? content : JSON.stringify(content));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  try {
    return await text(request);
  } catch (error) {
    if (request.complete) throw error;
    return undefined;
  }
}

export const problem = (status: number, code = 'internal_error', error = `Text of ${status}`): Answer => ({
  status,
  body: { error, code, request_id: 'request-of-body' },
});
