import { mockScenarios } from '../openapi/facts/mock-scenarios.ts';
import { type Mock, startMock } from './mock/start-mock.ts';

const port = portOf('MOCK_PORT', 4010);
const site = process.env['WEB_PORT'] === undefined ? undefined : `http://localhost:${portOf('WEB_PORT', 5173)}`;

let mock: Mock | undefined;
// Registered before anything starts: an unhandled signal would end this process without the event `exit`, which stops Prism.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.resolve(mock?.stop()).then(() => process.exit(0)));

try {
  mock = await startMock({ port });
  if (site) process.stdout.write(`The site that uses it is at ${site}. Choose a scenario in its lower left corner.\n`);
  process.stdout.write(
    `The mock of the API listens at ${mock.base}/api/v1/\n` +
      '  It accepts every key, token, password and code.\n' +
      `  Scenarios, as in the header "Prefer: scenario=rejected": ${Object.keys(mockScenarios).join(', ')}\n` +
      '  Examples of the contract: "Prefer: code=404, example=session_not_found". Press Ctrl-C to stop.\n',
  );
} catch (error) {
  const isTaken = error instanceof Error && Reflect.get(Object(error.cause), 'code') === 'EADDRINUSE';
  const text = isTaken
    ? `Port ${port} is in use. Stop the program that uses it, or set MOCK_PORT to another port.`
    : error;
  process.stderr.write(`${text instanceof Error ? text.stack : text}\n`);
  process.exit(1);
}

function portOf(name: string, usual: number): number {
  const port = Number(process.env[name] ?? usual);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  process.stderr.write(`${name} must be a port from 1 to 65535.\n`);
  process.exit(1);
}
