/** The yardstick: the measured calls on `node:http`, written by hand, with nothing between the socket and the work. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Answer, CHALLENGE, createWork, type Principal, problem, refused, type SessionOptions } from './work.ts';

const MOST_BYTES = 64 * 1024;
const work = createWork(process.env['DATABASE_FILE']!);

interface Operation {
  takes: Principal['scheme'][];
  /** The answer to a body of the wrong shape. */
  check(body: Record<string, unknown>): Answer | undefined;
  run(principal: Principal, body: never): Answer;
}

const wrongType = (path: string, expected: string, received: unknown) =>
  problem(400, `${path} must be ${expected}, received ${typeof received}`, 'wrong_type', [
    { path, expected, received: typeof received },
  ]);

const OPTIONS: Record<keyof SessionOptions, 'boolean' | 'string'> = {
  face_verification: 'boolean',
  passport_only: 'boolean',
  reference: 'string',
  callback_url: 'string',
};

function checkOptions(body: Record<string, unknown>): Answer | undefined {
  for (const [name, value] of Object.entries(body)) {
    const type = OPTIONS[name as keyof SessionOptions];
    if (!type)
      return problem(400, `Unknown property: ${name}`, 'unknown_property', [
        { path: name, expected: 'nothing', received: typeof value },
      ]);
    if (typeof value !== type) return wrongType(name, type, value);
  }
  return undefined;
}

const checkId = ({ id }: Record<string, unknown>) =>
  Number.isSafeInteger(id) && (id as number) > 0 ? undefined : wrongType('id', 'integer', id);

const operations: Record<string, Operation> = {
  '/api/v1/session.create': { takes: ['apiKey'], check: checkOptions, run: work.create },
  '/api/v1/session.state': { takes: ['apiKey'], check: checkId, run: work.state },
  '/api/v1/session.get': { takes: ['apiKey', 'accessToken'], check: checkId, run: work.get },
};

function handle(req: IncomingMessage, res: ServerResponse): void {
  const operation = operations[req.url ?? ''];
  const principal = operation && work.authenticate(req.headers.authorization);
  if (!operation || req.method !== 'POST') {
    send(res, problem(404, 'No operation at this path', 'not_found'));
  } else if (!principal) {
    res.setHeader('WWW-Authenticate', CHALLENGE);
    req.resume();
    send(res, refused());
  } else if (!operation.takes.includes(principal.scheme)) {
    send(res, problem(403, 'An access token cannot make this call', 'wrong_user_type'));
  } else {
    readBody(req, (text) => send(res, text === undefined ? tooLarge() : answerTo(operation, principal, text)));
  }
}

const tooLarge = () => problem(413, 'The body is too large', 'payload_too_large');

function readBody(req: IncomingMessage, done: (text: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) chunks.push(chunk);
  });
  req.on('end', () => done(bytes > MOST_BYTES ? undefined : Buffer.concat(chunks).toString('utf8')));
}

function answerTo(operation: Operation, principal: Principal, text: string): Answer {
  let body: Record<string, unknown>;
  try {
    body = text ? JSON.parse(text) : {};
  } catch {
    return problem(400, 'The body is not JSON', 'invalid_json');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return wrongType('The body', 'object', body);
  return operation.check(body) ?? operation.run(principal, body as never);
}

function send(res: ServerResponse, { status, body }: Answer): void {
  // As a string it leaves together with the headers in one write.
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Request-Id': (body as { request_id?: string }).request_id ?? randomBytes(12).toString('base64url'),
  });
  res.end(text);
}

const server = createServer((req, res) => {
  if (req.url === '/healthz') res.setHeader('Content-Type', 'application/json').end('{"status":"ok"}');
  else handle(req, res);
});
server.listen(Number(process.env['PORT']));
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
});
