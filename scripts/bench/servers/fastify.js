/**
 * Fastify with fastify-openapi-glue: routes, validators and serialisers are compiled from the document at start. The caller is
 * authenticated before the body is read, so that a call is logged and counted whatever its body is.
 */
import Fastify from 'fastify';
import glue from 'fastify-openapi-glue';
import { definition, nameOf, stopOnSignal } from './shared.js';
import { createWork, OPERATIONS, problem } from './work.ts';

const work = createWork(process.env['DATABASE_FILE']);
const app = Fastify({
  bodyLimit: 64 * 1024,
  ajv: { customOptions: { strict: false, removeAdditional: false, coerceTypes: false } },
});

class Refused extends Error {}

app.decorateRequest('call');
app.get('/healthz', async () => ({ status: 'ok' }));
app.addHook('onRequest', async (request) => {
  const name = nameOf(request.routeOptions.url ?? '');
  if (!OPERATIONS[name]) return;
  request.call = work.begin(name, request.headers.authorization, request.ip);
  if (request.call.refusal) throw new Refused();
});

function answered(request, reply, answer) {
  if (request.call) reply.headers(work.end(request.call, answer, request.body));
  reply.code(answer.status).header('Cache-Control', 'no-store');
  return answer.body;
}
const handler = (run) => async (request, reply) =>
  answered(request, reply, run(request.call.principal, request.body ?? {}));
app.setErrorHandler((error, request, reply) => {
  reply.send(answered(request, reply, request.call?.refusal ?? answerTo(error)));
});
app.register(glue, {
  specification: definition(),
  serviceHandlers: Object.fromEntries(Object.entries(OPERATIONS).map(([name, { run }]) => [name, handler(work[run])])),
});

function answerTo(error) {
  const details = (error.validation ?? []).map(({ instancePath, message }) => ({
    path: instancePath,
    expected: message,
    received: 'string',
  }));
  if (error.validation) return problem(400, error.message, 'wrong_type', details);
  return problem(error.statusCode ?? 500, 'Something went wrong', 'internal_error');
}

await app.listen({ port: Number(process.env['PORT']), host: '0.0.0.0' });
stopOnSignal({}, work);
