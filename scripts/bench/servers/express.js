/** Express with openapi-backend, as its documentation shows it: one handler for all paths, which routes, authenticates and checks. */
import express from 'express';
import { OpenAPIBackend } from 'openapi-backend';
import { definition, nameOf, stopOnSignal } from './shared.js';
import { createWork, OPERATIONS, problem, refused } from './work.ts';

const work = createWork(process.env['DATABASE_FILE']);

const handler =
  (run) =>
  ({ request }, req) =>
    run(req.call.principal, request.requestBody ?? {});
const api = new OpenAPIBackend({
  definition: definition(),
  // The document validation of openapi-backend supports OpenAPI 3.0 but not 3.1. Its quick start skips it too.
  quick: true,
  ajvOpts: { strict: false },
  handlers: {
    ...Object.fromEntries(Object.entries(OPERATIONS).map(([name, { run }]) => [name, handler(work[run])])),
    validationFail(context) {
      const details = context.validation.errors.map(({ instancePath, message }) => ({
        path: instancePath,
        expected: message,
        received: 'string',
      }));
      return problem(400, `${details[0].path} ${details[0].expected}`, 'wrong_type', details);
    },
    unauthorizedHandler: (_context, req) => req.call?.refusal ?? refused(),
    notFound: () => problem(404, 'No operation at this path', 'not_found'),
    postResponseHandler(context, req, res) {
      const { status, body } = context.response;
      if (req.call) res.set(work.end(req.call, context.response, req.body));
      const { errors } = context.operation ? context.api.validateResponse(body, context.operation, status) : {};
      if (errors)
        return void res.status(500).json(problem(500, 'The answer breaks the contract', 'internal_error').body);
      return void res.status(status).set('Cache-Control', 'no-store').json(body);
    },
  },
});

const ofScheme = (scheme) => (_context, req) => {
  req.call ??= work.begin(nameOf(req.path), req.headers.authorization, req.ip);
  return !req.call.refusal && req.call.principal.scheme === scheme;
};
api.registerSecurityHandler('apiKey', ofScheme('apiKey'));
api.registerSecurityHandler('accessToken', ofScheme('accessToken'));
await api.init();

const app = express();
app.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
app.use(express.json({ limit: '64kb' }));
app.use((req, res) =>
  api.handleRequest(
    { method: req.method, path: req.path, body: req.body, query: req.query, headers: req.headers },
    req,
    res,
  ),
);
stopOnSignal(app.listen(Number(process.env['PORT'])), work);
