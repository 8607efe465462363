/**
 * The mock: Prism responds with the examples of the contract, and a proxy in front of it names the next example of a scenario, and
 * dates it.
 */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { type Contract, operationsOf, readContract } from '../../openapi/contract/contract.ts';
import {
  BEGIN_FLOWS,
  mockScenarios,
  SCENARIO_COOKIE,
  type Scenario,
  USUAL_SCENARIO,
} from '../../openapi/facts/mock-scenarios.ts';
import { listen } from '../../server/http/site/listen.ts';
import { withCurrentDates } from './current-dates.ts';
import { startPrism, wholeContract } from './prism.ts';

export type Mock = Awaited<ReturnType<typeof startMock>>;

/** The default time that `callback.listen` waits for changes. */
const LISTEN_SECONDS = 25;

const scenarios = new Map<string, Scenario>(Object.entries(mockScenarios));

export async function startMock({ port }: { port: number }) {
  const { promise: ready, resolve: open } = Promise.withResolvers<ReturnType<typeof createHandler>>();
  const answer = (req: IncomingMessage, res: ServerResponse) =>
    void ready.then((handle) => handle(req, res)).catch(() => res.destroy());
  const servers = ['127.0.0.1', '::1'].map((address): [Server, string] => [createServer(answer), address]);
  // Bind the port first: if it is taken, Prism is not started. Requests wait until Prism is ready, which takes seconds.
  await listen(servers, port);
  const prism = await startPrism('mock');
  open(createHandler(prism.base, readContract(wholeContract)));
  return {
    base: `http://localhost:${port}`,
    async stop(): Promise<void> {
      for (const [server] of servers) {
        server.close();
        server.closeAllConnections();
      }
      await prism.stop();
    },
  };
}

function createHandler(prism: string, contract: Contract) {
  const statuses = statusesOfExamples(contract);
  const given = new Map<string, Map<string, number>>();

  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const name = scenarioNamed(req);
    const scenario = scenarios.get(name);
    const body = await text(req);
    if (!scenario)
      return refuse(res, 'invalid_value', `Prefer: scenario must be one of ${[...scenarios.keys()].join(', ')}`);
    if (scenario.offline) return void req.socket.destroy();
    if (scenario.delay_ms) await wait(scenario.delay_ms);
    // Prism never responds to a body that is not JSON, so the mock refuses it.
    const isJson = /json/.test(req.headers['content-type'] ?? '');
    if (isJson && parsed(body) === undefined) return refuse(res, 'malformed_body');
    if (req.method !== 'POST' || namesExample(req)) return void (await pass(prism, req, res, body));

    const operation = req.url!.split('/').at(-1)!;
    const positions = given.get(name) ?? new Map<string, number>();
    given.set(name, positions);
    const examples = scenario.answers[operation] ?? [];
    const position = Math.min(positions.get(operation) ?? 0, examples.length - 1);
    const example = examples[position] ?? scenario.everywhere;
    if (operation === 'callback.listen' && position === examples.length - 1) await waitForNews(body);
    const status = statuses.get(`${operation} ${example}`);
    const answer = await pass(prism, req, res, body, status && `code=${status}, example=${example}`);
    // A request that Prism refuses does not advance a flow.
    if ('sl-violations' in answer.headers) return;
    if (BEGIN_FLOWS.includes(operation)) positions.clear();
    positions.set(operation, position + 1);
  };

  function refuse(res: ServerResponse, example: string, error?: string): void {
    const problem = contract.components.examples[example]!.value as object;
    res.writeHead(400, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' });
    res.end(JSON.stringify({ ...problem, ...(error && { error, details: [] }) }));
  }
}

/** `session.get approved` → `200` */
function statusesOfExamples(contract: Contract): Map<string, string> {
  const shared = contract.components.responses;
  const examples = operationsOf(contract).flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { $ref, content = shared[$ref!.split('/').at(-1)!]!.content }]) =>
      Object.keys(content['application/json'].examples ?? {}).map(
        (name) => [`${operationId} ${name}`, status] as const,
      ),
    ),
  );
  return new Map(examples);
}

/** A caller names its scenario in the `Prefer` header (RFC 7240), a page in a cookie. */
function scenarioNamed({ headers }: IncomingMessage): string {
  const preferred = /scenario="?([^",;\s]+)/.exec(String(headers['prefer']))?.[1];
  const chosen = new RegExp(`(?:^|; *)${SCENARIO_COOKIE}=([^;]+)`).exec(headers.cookie ?? '')?.[1];
  return preferred ?? chosen ?? USUAL_SCENARIO;
}

const namesExample = ({ headers }: IncomingMessage) => /\b(code|example|dynamic)=/.test(String(headers['prefer']));

function waitForNews(body: string): Promise<void> {
  const seconds = (parsed(body) as { wait_seconds?: number } | null | undefined)?.wait_seconds ?? LISTEN_SECONDS;
  return wait(seconds * 1000, undefined, { ref: false });
}

function pass(
  prism: string,
  { url, method, headers }: IncomingMessage,
  res: ServerResponse,
  body: string,
  prefer = headers['prefer'],
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const given = { ...headers, ...(prefer && { prefer }), 'content-length': String(Buffer.byteLength(body)) };
    const forwarded = request(`${prism}${url}`, { method: method!, headers: given }, (answer) => {
      const send = async () => {
        const bytes = dated(await buffer(answer), answer);
        const { 'transfer-encoding': _, ...headers } = answer.headers;
        res.writeHead(answer.statusCode!, { ...headers, 'content-length': bytes.length });
        res.end(bytes, () => resolve(answer));
      };
      send().catch(reject);
    });
    forwarded.once('error', reject).end(body);
  });
}

function dated(bytes: Buffer, { headers }: IncomingMessage): Buffer {
  const answer = /json/.test(headers['content-type'] ?? '') ? parsed(bytes.toString('utf8')) : undefined;
  return answer === undefined ? bytes : Buffer.from(JSON.stringify(withCurrentDates(answer, new Date())));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
