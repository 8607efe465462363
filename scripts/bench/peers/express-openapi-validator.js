/** Express with express-openapi-validator, as its documentation shows it: requests, responses and credentials are checked. */
import express from 'express';
import { middleware } from 'express-openapi-validator';
import { CHALLENGE, createWork, problem, refused } from '../servers/work.ts';
import { definition, principalOf, stopOnSignal } from './shared.js';

const work = createWork(process.env['DATABASE_FILE']);
const app = express();
app.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
app.use(express.json({ limit: '64kb' }));

const secured = (req) => {
  req.principal = work.authenticate(req.headers.authorization);
  return req.principal !== undefined;
};
const ofScheme = (scheme) => (req) => secured(req) && req.principal.scheme === scheme;
app.use(
  middleware({
    apiSpec: definition(),
    validateRequests: true,
    validateResponses: true,
    validateSecurity: { handlers: { apiKey: ofScheme('apiKey'), accessToken: ofScheme('accessToken') } },
  }),
);

const handler = (run) => (req, res) => {
  const { status, body } = run(principalOf(req), req.body ?? {});
  res.status(status).set('Cache-Control', 'no-store').json(body);
};
app.post('/api/v1/session.create', handler(work.create));
app.post('/api/v1/session.state', handler(work.state));
app.post('/api/v1/session.get', handler(work.get));

app.use((error, _req, res, _next) => {
  const { status, body } = answerTo(error);
  if (status === 401) res.set('WWW-Authenticate', CHALLENGE);
  res.status(status).set('Cache-Control', 'no-store').json(body);
});

function answerTo(error) {
  if (error.status === 401) return refused();
  const details = (error.errors ?? []).map(({ path, message }) => ({ path, expected: message, received: 'string' }));
  if (error.status === 400) return problem(400, error.message, 'wrong_type', details);
  return problem(error.status ?? 500, 'Something went wrong', error.status === 404 ? 'not_found' : 'internal_error');
}

stopOnSignal(app.listen(Number(process.env['PORT'])));
