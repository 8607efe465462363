/** Fastify with fastify-openapi-glue: routes, validators and serialisers are compiled from the document at start. */
import Fastify from 'fastify';
import glue from 'fastify-openapi-glue';
import { CHALLENGE, createWork, problem, refused } from '../servers/work.ts';
import { definition } from './shared.js';

const work = createWork(process.env['DATABASE_FILE']);
const app = Fastify({
  bodyLimit: 64 * 1024,
  ajv: { customOptions: { strict: false, removeAdditional: false, coerceTypes: false } },
});

const handler = (run) => async (request, reply) => {
  const { status, body } = run(request.principal, request.body ?? {});
  reply.code(status).header('Cache-Control', 'no-store');
  return body;
};
const ofScheme = (scheme) => (request) => {
  request.principal = work.authenticate(request.headers.authorization);
  if (request.principal?.scheme !== scheme) throw new Error('refused');
};

app.decorateRequest('principal');
app.get('/healthz', async () => ({ status: 'ok' }));
app.setErrorHandler((error, _request, reply) => {
  const { status, body } = answerTo(error);
  if (status === 401) reply.header('WWW-Authenticate', CHALLENGE);
  reply.code(status).header('Cache-Control', 'no-store').send(body);
});
app.register(glue, {
  specification: definition(),
  serviceHandlers: {
    'session.create': handler(work.create),
    'session.state': handler(work.state),
    'session.get': handler(work.get),
  },
  securityHandlers: { apiKey: ofScheme('apiKey'), accessToken: ofScheme('accessToken') },
});

function answerTo(error) {
  if (error.statusCode === 401) return refused();
  const details = (error.validation ?? []).map(({ instancePath, message }) => ({
    path: instancePath,
    expected: message,
    received: 'string',
  }));
  if (error.validation) return problem(400, error.message, 'wrong_type', details);
  return problem(error.statusCode ?? 500, 'Something went wrong', 'internal_error');
}

await app.listen({ port: Number(process.env['PORT']), host: '0.0.0.0' });
process.once('SIGTERM', () => process.exit(0));
