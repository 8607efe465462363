import { readFileSync } from 'node:fs';

export const definition = () => JSON.parse(readFileSync(process.env['OPENAPI_FILE'], 'utf8'));

export const nameOf = (path) => path.slice('/api/v1/'.length);

export function stopOnSignal(server, work) {
  process.once('SIGTERM', () => {
    server.close?.();
    work.close();
    process.exit(0);
  });
}
