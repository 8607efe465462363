/** An operator's face service on a free port: it records requests, and responds as it is told. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface FaceQuestion {
  headers: IncomingHttpHeaders;
  path: string;
  reference?: string;
  live?: string[];
  frames?: string[];
}

type Answer = (response: ServerResponse, path: string) => void;

export const scores =
  ({ match = 0.93, liveness = 0.99 } = {}): Answer =>
  (response, path) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ score: path.endsWith('/match') ? match : liveness }));

export async function createFaceService(path = '') {
  const service = {
    questions: [] as FaceQuestion[],
    answer: scores() as Answer,
    environment: {} as Record<string, string>,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer(async (request, response) => {
    const asked = request.url ?? '';
    service.questions.push({ headers: request.headers, path: asked, ...((await json(request)) as object) });
    service.answer(response, asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.environment = {
    FACE_MATCHER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    FACE_MATCHER_TOKEN: 'matcher-token',
    FACE_PROVIDER: 'Example Biometrics',
    FACE_MATCH_THRESHOLD: '0.7',
    FACE_LIVENESS_THRESHOLD: '0.85',
  };
  return service;
}
