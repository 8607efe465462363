/** The whole contract as a single page drawn by Redocly, to be saved and read offline. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../openapi/contract/contract.ts';
import { cached } from './cached.ts';

const contract = join(root, 'server/generated/openapi.yaml');
const settings = join(root, 'openapi/redocly.yaml');
const redocly = createRequire(import.meta.url).resolve('@redocly/cli/package.json');

/** Redocly's page requests its maker's logo and reports clicks. This policy blocks all outside requests. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:";

export async function standaloneReference(): Promise<string> {
  const inputs = [POLICY, ...[contract, settings, redocly].map((file) => readFileSync(file))];
  return (await cached('standalone-reference', inputs, draw)).toString();
}

async function draw(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sigill-reference-'));
  const page = join(folder, 'reference.html');
  const options = ['build-docs', contract, '--config', settings, '--inlineBundle', '--output', page];
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' };
  await promisify(execFile)(join(root, 'node_modules/.bin/redocly'), options, { env });
  const html = readFileSync(page, 'utf8').replace(
    '<head>',
    () => `<head>\n  <meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
  );
  rmSync(folder, { recursive: true });
  if (!html.includes(POLICY)) throw new Error("Redocly's page has no <head> for its security policy.");
  return html;
}
