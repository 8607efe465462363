/** Express with openapi-backend, as its documentation shows it: one handler for all paths, which routes, authenticates and checks. */
import express from 'express';
import { OpenAPIBackend } from 'openapi-backend';
import { CHALLENGE, createWork, problem, refused } from '../servers/work.ts';
import { definition, stopOnSignal } from './shared.js';

const work = createWork(process.env['DATABASE_FILE']);

const handler =
  (run) =>
  ({ security: { apiKey, accessToken }, request }) =>
    run(apiKey || accessToken, request.requestBody ?? {});
const api = new OpenAPIBackend({
  definition: definition(),
  // Its check of documents knows OpenAPI 3.0 and not 3.1. The quick start leaves the check out.
  quick: true,
  ajvOpts: { strict: false },
  handlers: {
    'session.create': handler(work.create),
    'session.state': handler(work.state),
    'session.get': handler(work.get),
    validationFail(context) {
      const details = context.validation.errors.map(({ instancePath, message }) => ({
        path: instancePath,
        expected: message,
        received: 'string',
      }));
      return problem(400, `${details[0].path} ${details[0].expected}`, 'wrong_type', details);
    },
    unauthorizedHandler: () => refused(),
    notFound: () => problem(404, 'No operation at this path', 'not_found'),
    postResponseHandler(context, _req, res) {
      const { status, body } = context.response;
      const { errors } = context.operation ? context.api.validateResponse(body, context.operation, status) : {};
      if (errors)
        return void res.status(500).json(problem(500, 'The answer breaks the contract', 'internal_error').body);
      if (status === 401) res.set('WWW-Authenticate', CHALLENGE);
      return void res.status(status).set('Cache-Control', 'no-store').json(body);
    },
  },
});

/** What a security handler returns is found under the name of its scheme. */
const ofScheme = (scheme) => (context) => {
  const principal = work.authenticate(context.request.headers.authorization);
  return principal?.scheme === scheme && principal;
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
stopOnSignal(app.listen(Number(process.env['PORT'])));
