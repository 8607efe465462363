/** The whole contract as a single page drawn by Redocly, to be saved and read offline. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../scripts/contract/contract.ts';

const contract = join(root, 'server/generated/openapi.yaml');
const settings = join(root, 'openapi/redocly.yaml');
const redocly = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
const cache = join(root, 'node_modules/.cache/sigill-standalone-reference');

/** Redocly's page requests its maker's logo and reports clicks. This policy blocks all outside requests. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; font-src data:; worker-src blob:";

/** @returns the page, which is rebuilt when the contract or Redocly changes. */
export async function standaloneReference(): Promise<string> {
  const hash = createHash('sha256').update(POLICY);
  for (const input of [contract, settings, redocly]) hash.update(readFileSync(input));
  const page = join(cache, `${hash.digest('hex')}.html`);
  if (!existsSync(page)) {
    const made = `${page}.new`;
    mkdirSync(cache, { recursive: true });
    const command = join(root, 'node_modules/.bin/redocly');
    await promisify(execFile)(
      command,
      ['build-docs', contract, '--config', settings, '--inlineBundle', '--output', made],
      {
        env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
      },
    );
    const html = readFileSync(made, 'utf8').replace(
      '<head>',
      () => `<head>\n  <meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    );
    if (!html.includes(POLICY)) throw new Error("Redocly's page has no <head> for its security policy.");
    writeFileSync(page, html);
  }
  return readFileSync(page, 'utf8');
}
