/**
 * Generates everything that follows from openapi/v1.yaml, and some files that do not: the colours as CSS, the portrait of the drawn
 * passport, the world map, and the hashes of breached passwords. Nothing is written if the contract breaks its rules
 * (openapi/redocly.yaml).
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { isMap, parseDocument } from 'yaml';
import {
  type Contract,
  contractFile,
  contractHash,
  operationsOf,
  readContract,
  takesKeys,
} from '../../openapi/contract/contract.ts';
import { DIALECT, STYLE, WIDTH } from '../../openapi/contract/format.ts';
import { lint } from '../../openapi/contract/lint.ts';
import { partOf } from '../../openapi/contract/part.ts';
import { brokenReferences } from '../../openapi/contract/references.ts';
import { entriesOf, treeOf } from '../../openapi/contract/tree.ts';
import { colourVariables } from '../../openapi/facts/colours.ts';
import * as outputs from '../../openapi/openapi-ts.config.ts';
import { worldMapModule } from '../../web/generator/world-map.ts';
import { writeAll } from './files.ts';
import { goModule } from './go/go-client.ts';
import { listedPasswordsModule } from './listed-passwords.ts';
import { nativeReaders } from './native-readers.ts';
import { operationTypes } from './operation-types.ts';
import { pythonModules } from './python/python.ts';
import { apiIndex } from './sdk/api-index.ts';
import { heyApi } from './sdk/client.ts';
import { eventOrders } from './sdk/event-orders.ts';
import { withOpenEnums } from './sdk/open-enums.ts';
import { limitsModule, rolesModule } from './site/content.ts';
import { failCauseTexts, failureTexts } from './site/failure-reasons.ts';
import { portraitModule } from './site/portrait.ts';
import { referencePages } from './site/reference.ts';

const SDK = 'sdk/client/src/generated';
const READER = 'sdk/reader/src/generated';
const SERVER = 'server/generated';

const started = performance.now();
const contract = readContract();
refuse(brokenReferences(contract));
const published = publishedContract(readFileSync(contractFile, 'utf8'), contract);
// The linter is a separate process, so that it runs at the same time as the generators. Its problems are reported first, because
// they explain why a generator failed.
const linting = lint(contractFile, published.yaml);
const [outcome] = await Promise.allSettled([generated(contract)]);
refuse(await linting);
if (outcome.status === 'rejected') throw outcome.reason;
writeAll(outcome.value, [SDK, READER, SERVER]);
process.stderr.write(
  `Generated ${operationsOf(contract).length} operations in ${Math.round(performance.now() - started)} ms.\n`,
);

async function generated(contract: Contract): Promise<Record<string, string>> {
  const worker = new Worker(new URL('./validators.worker.ts', import.meta.url), { workerData: contract });
  const validators = once(worker, 'message');
  const { [`${SDK}/portal/public.gen.ts`]: publicCalls, ...portal } = await heyApi(
    contract,
    outputs.portal,
    `${SDK}/portal`,
  );
  return {
    // The SDK and the reader are not updated with the service, so their types allow new values in responses. The portal is deployed
    // with the service.
    ...(await heyApi(withOpenEnums(forKeys(contract)), outputs.keys, `${SDK}/api`)),
    [`${SDK}/api/event-orders.gen.ts`]: eventOrders(contract),
    ...(await heyApi(withOpenEnums(forReaders(contract)), outputs.types, READER)),
    ...portal,
    ...goModule(forKeys(contract)),
    ...pythonModules(withOpenEnums(forKeys(contract))),
    ...nativeReaders(contract),
    [`${SDK}/public/sdk.gen.ts`]: publicCalls!,
    [`${SERVER}/operations.gen.ts`]: operationTypes(contract),
    [`${SERVER}/validators.mjs`]: (await validators)[0],
    [`${SERVER}/openapi.json`]: published.json,
    [`${SERVER}/openapi.yaml`]: published.yaml,
    'server/auth/password/listed-passwords.gen.ts': listedPasswordsModule(),
    'sdk/client/api.md': apiIndex(contract),
    'web/src/content/limits.gen.ts': limitsModule(contract),
    'web/src/content/roles.gen.ts': rolesModule(contract),
    'web/src/features/sessions/fail-cause-texts.gen.ts': failCauseTexts(contract),
    'web/src/features/sessions/failure-texts.gen.ts': failureTexts(contract),
    'web/src/features/home/portrait.gen.ts': portraitModule(),
    'web/src/features/world-map/world-map.gen.ts': worldMapModule(),
    'web/src/generated/colours.css': `:root, .scheme-light, .scheme-dark {\n${colourVariables}\n}\n`,
    ...Object.fromEntries(
      Object.entries(referencePages(contract)).map(([name, page]) => [
        `web/src/generated/reference/${name}`,
        JSON.stringify(page),
      ]),
    ),
  };
}

function forKeys(contract: Contract): Contract {
  return partOf(contract, (operation) => takesKeys(contract, operation));
}

/** The calls of a reader on a phone. Readers have their own transport. */
function forReaders(contract: Contract): Contract {
  return partOf(contract, ({ tags }) => (tags as string[])[0] === 'Reader');
}

function refuse(problems: string[]): void {
  if (problems.length === 0) return;
  process.stderr.write(`${problems.join('\n')}\nNothing was generated.\n`);
  process.exit(1);
}

function publishedContract(text: string, contract: Contract): { yaml: string; json: string } {
  const hash = contractHash(contract);
  const document = parseDocument(text, DIALECT);
  for (const [path, { post }] of Object.entries(contract.paths)) {
    const responses = document.getIn(['paths', path, 'post', 'responses']);
    if (!isMap(responses)) continue;
    for (const [status, response] of entriesOf(treeOf(post)['responses']))
      if (!responses.has(status)) responses.add(document.createPair(status, response, { flow: true }));
    responses.items.sort((one, other) => Number(one.key) - Number(other.key));
  }
  return {
    yaml: document.toString({ ...STYLE, lineWidth: WIDTH }).replace(/^info:$/m, `$&\n  x-contract: ${hash}`),
    json: JSON.stringify({ ...contract, info: { ...contract.info, 'x-contract': hash } }),
  };
}
