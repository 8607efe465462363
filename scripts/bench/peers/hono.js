/** Hono with @hono/zod-openapi, which takes schemas of Zod in place of an OpenAPI document and checks requests by them. */
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { createWork, OPERATIONS, problem } from '../servers/work.ts';
import { nameOf, stopOnSignal } from './shared.js';

const work = createWork(process.env['DATABASE_FILE']);

const Id = z.object({ id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }).strict();
const Options = z
  .object({
    face_verification: z.boolean(),
    passport_only: z.boolean(),
    reference: z.string().min(1).max(255),
    callback_url: z.string().url().max(2048),
  })
  .partial()
  .strict();

const app = new OpenAPIHono({
  defaultHook(result, context) {
    if (result.success) return undefined;
    const details = result.error.issues.map(({ path, message }) => ({
      path: path.join('.'),
      expected: message,
      received: 'string',
    }));
    return answer(context, problem(400, `${details[0].path}: ${details[0].expected}`, 'wrong_type', details));
  },
});

function answer(context, { status, body }, sent) {
  const headers = work.end(context.get('call'), nameOf(context.req.path), { status, body }, sent);
  return context.json(body, status, { ...headers, 'Cache-Control': 'no-store' });
}

const authenticated = (schemes) => async (context, next) => {
  const { address } = getConnInfo(context).remote;
  const call = work.begin(context.req.header('authorization'), address, schemes);
  context.set('call', call);
  return call.refusal ? answer(context, call.refusal) : next();
};

function operation(path, schema, schemes, run) {
  const route = createRoute({
    method: 'post',
    path,
    middleware: [authenticated(schemes)],
    request: { body: { content: { 'application/json': { schema } } } },
    responses: { 200: { description: 'The answer', content: { 'application/json': { schema: z.looseObject({}) } } } },
  });
  app.openapi(route, (context) => {
    const sent = context.req.valid('json');
    return answer(context, run(context.get('call').principal, sent), sent);
  });
}

app.get('/healthz', (context) => context.json({ status: 'ok' }));
const schemas = { 'session.create': Options, 'session.state': Id, 'session.get': Id };
for (const [name, { schemes, run }] of Object.entries(OPERATIONS))
  operation(`/api/v1/${name}`, schemas[name], schemes, work[run]);
stopOnSignal(serve({ fetch: app.fetch, port: Number(process.env['PORT']) }), work);
