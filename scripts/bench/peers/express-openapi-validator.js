/** Express with express-openapi-validator, as its documentation shows it: requests, responses and credentials are checked. */
import express from 'express';
import { middleware } from 'express-openapi-validator';
import { createWork, OPERATIONS, problem } from '../servers/work.ts';
import { definition, nameOf, stopOnSignal } from './shared.js';

const work = createWork(process.env['DATABASE_FILE']);
const app = express();
app.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
app.use(express.json({ limit: '64kb' }));

const secured = (req) => {
  const { schemes } = OPERATIONS[nameOf(req.path)];
  req.call ??= work.begin(req.headers.authorization, req.ip, schemes);
  return !req.call.refusal;
};
const ofScheme = (scheme) => (req) => secured(req) && req.call.principal.scheme === scheme;
app.use(
  middleware({
    apiSpec: definition(),
    validateRequests: true,
    validateResponses: true,
    validateSecurity: { handlers: { apiKey: ofScheme('apiKey'), accessToken: ofScheme('accessToken') } },
  }),
);

function send(req, res, answer) {
  if (req.call) res.set(work.end(req.call, nameOf(req.path), answer, req.body));
  res.status(answer.status).set('Cache-Control', 'no-store').json(answer.body);
}
for (const [name, { run }] of Object.entries(OPERATIONS))
  app.post(`/api/v1/${name}`, (req, res) => send(req, res, work[run](req.call.principal, req.body ?? {})));

app.use((error, req, res, _next) => send(req, res, req.call?.refusal ?? answerTo(error)));

function answerTo(error) {
  const details = (error.errors ?? []).map(({ path, message }) => ({ path, expected: message, received: 'string' }));
  if (error.status === 400) return problem(400, error.message, 'wrong_type', details);
  return problem(error.status ?? 500, 'Something went wrong', error.status === 404 ? 'not_found' : 'internal_error');
}

stopOnSignal(app.listen(Number(process.env['PORT'])), work);
