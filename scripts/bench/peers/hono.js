/** Hono with @hono/zod-openapi, which takes schemas of Zod in place of an OpenAPI document and checks requests by them. */
import { serve } from '@hono/node-server';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { CHALLENGE, createWork, problem, refused } from '../servers/work.ts';
import { stopOnSignal } from './shared.js';

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

function answer(context, { status, body }) {
  context.header('Cache-Control', 'no-store');
  if (status === 401) context.header('WWW-Authenticate', CHALLENGE);
  return context.json(body, status);
}

const authenticated = (schemes) => async (context, next) => {
  const principal = work.authenticate(context.req.header('authorization'));
  if (!principal || !schemes.includes(principal.scheme)) return answer(context, refused());
  context.set('principal', principal);
  return next();
};

function operation(path, schema, schemes, run) {
  const route = createRoute({
    method: 'post',
    path,
    middleware: [authenticated(schemes)],
    request: { body: { content: { 'application/json': { schema } } } },
    responses: { 200: { description: 'The answer', content: { 'application/json': { schema: z.looseObject({}) } } } },
  });
  app.openapi(route, (context) => answer(context, run(context.get('principal'), context.req.valid('json'))));
}

app.get('/healthz', (context) => context.json({ status: 'ok' }));
operation('/api/v1/session.create', Options, ['apiKey'], work.create);
operation('/api/v1/session.state', Id, ['apiKey'], work.state);
operation('/api/v1/session.get', Id, ['apiKey', 'accessToken'], work.get);
stopOnSignal(serve({ fetch: app.fetch, port: Number(process.env['PORT']) }));
