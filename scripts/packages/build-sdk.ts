/** Builds the SDK: dist from src, with the contract, and the tarball of both, which a service serves. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { type Contract, root } from '../../openapi/contract/contract.ts';
import { partOf } from '../../openapi/contract/part.ts';
import { buildTwoFormats, packTwoFormats } from './two-formats.ts';

const sdk = join(root, 'sdk/client');
await buildTwoFormats(sdk, (dist) => writeFileSync(join(dist, 'openapi.yaml'), slimContract()));
packTwoFormats(sdk);

interface Body {
  content?: Record<string, { example?: unknown; examples?: unknown }>;
}
interface Slimmed {
  paths: object;
  components: { requestBodies: object; examples: object };
}
interface Call {
  requestBody?: Body;
  responses?: Record<string, Body>;
}

/**
 * The contract for generators: without the calls of the portal, the examples of requests and successful responses, and the phrases
 * for messages. Every service has the whole contract at /openapi.yaml. Examples of errors stay, because they name the codes.
 */
function slimContract(): string {
  const published = parse(readFileSync(join(root, 'server/generated/openapi.yaml'), 'utf8')) as Contract;
  // Calls without a security of their own are the portal's.
  const contract = partOf(published, (call) => 'security' in call) as unknown as Slimmed;
  const calls = (Object.values(contract.paths) as object[]).flatMap((path) => Object.values(path) as Call[]);
  const successful = calls.flatMap(({ responses = {} }) =>
    Object.entries(responses).flatMap(([status, response]) => (status < '300' ? [response] : [])),
  );
  const bodies: (Body | undefined)[] = [...calls.map(({ requestBody }) => requestBody), ...successful];
  for (const body of [...bodies, ...(Object.values(contract.components.requestBodies) as Body[])])
    for (const media of Object.values(body?.content ?? {})) {
      delete media.example;
      delete media.examples;
    }
  const { examples } = contract.components;
  const slim = JSON.stringify(contract, (name, value) => (name === 'x-expected' ? undefined : value));
  const used = Object.entries(examples).filter(([name]) => slim.includes(`#/components/examples/${name}"`));
  const whole = JSON.parse(slim);
  whole.components.examples = Object.fromEntries(used);
  // Narrow indentation keeps the packed file small.
  return stringify(whole, { indent: 1, lineWidth: 0, aliasDuplicateObjects: false });
}
