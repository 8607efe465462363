/** What the peers have in common: the document of the measured operations, and how they end. */
import { readFileSync } from 'node:fs';

export const definition = () => JSON.parse(readFileSync(process.env['OPENAPI_FILE'], 'utf8'));

export const principalOf = (req) => req.principal;

export function stopOnSignal(server) {
  process.once('SIGTERM', () => {
    server.close?.();
    process.exit(0);
  });
}
