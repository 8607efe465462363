/** sdk/client/src/generated/…/sdk.gen.ts: a class per resource with a method per call, and a class that contains all resources. */
import { $, reserved } from '@hey-api/openapi-ts';
import type { Contract, Operation } from '../../../openapi/contract/contract.ts';
import { pascal } from '../../../openapi/contract/names.ts';
import { listOf, opened, schemaOf } from '../../../openapi/contract/tree.ts';
import { type Call, type Module, modulePlugin, wordsOf } from './plugin.ts';

interface Methods {
  /** The name of the class that contains all resources; `says` is its doc comment. */
  container: string;
  says: string;
  /** Whether each call lists the properties required in its response, so that the client can check them. */
  checked: boolean;
}

interface Written {
  field: string;
  symbol: ReturnType<Module['name']>;
}

// Allows our class `Request`: the module does not use the platform's.
reserved.runtime.set((names) => names.filter((name) => name !== 'Request'));

export const methods = (settings: Methods): object =>
  modulePlugin('sdk', './types.gen.ts', (module) => {
    // Calls that stream get no method: their response is saved as it arrives, not returned as an object.
    const calls = module.calls.filter(({ 'x-stream': streams }) => !streams);
    const resources = Map.groupBy(calls, ({ operationId }) => operationId.split('.')[0]!);
    const written = [...resources].map(([name, calls]) => writeResource(module, pascal(name), calls, settings));
    writeContainer(module, settings, written);
  });

function writeResource(module: Module, name: string, calls: Call[], { checked }: Methods): Written {
  const symbol = module.name(name);
  const resource = $.class(symbol).export().extends(module.value('Resource', '../../resource.ts'));
  calls.forEach((call, index) => {
    const { params, options } = module.takes(call, module.type('CallOptions', '../../client.ts'));
    const result = module.type('Result', '../../result.ts').generic(module.type(`${call.type}Response`));
    const transport = $('this').attr('client').attr('call');
    if (index > 0) resource.newline();
    resource.method(call.path[1], (method) =>
      method
        .doc(wordsOf(call))
        .params(params, options)
        .returns(result)
        .do(transport.call(factsOf(module.contract, call, checked), 'params', 'options').return()),
    );
  });
  module.write(resource);
  return { field: calls[0]!.path[0], symbol };
}

function writeContainer(module: Module, { container, says }: Methods, resources: Written[]): void {
  const node = $.class(module.name(container)).export().doc(says);
  for (const { field, symbol } of resources) node.field(field, (declared) => declared.readonly().type($.type(symbol)));
  const created = resources.map(({ field, symbol }) => $('this').attr(field).assign($.new(symbol, 'client')));
  node
    .newline()
    .init((init) =>
      init.param('client', (client) => client.type(module.type('Client', '../../client.ts'))).do(...created),
    );
  module.write(node);
}

function factsOf(contract: Contract, call: Call, checked: boolean) {
  const { operationId, security = contract.security, 'x-query': reads } = call;
  const required = checked ? requiredOf(contract, call) : [];
  const facts = {
    name: operationId,
    ...(reads && { reads }),
    ...(security.length === 0 && { isPublic: true }),
    ...(required.length > 0 && { answer: required }),
  };
  return Object.entries(facts).reduce(
    (node, [name, value]) => node.prop(name, $.fromValue(value)),
    $.object().inline(),
  );
}

export const requiredOf = (contract: Contract, { responses }: Operation): string[] =>
  requiredIn(contract, schemaOf(contract, responses['200']));

function requiredIn(contract: Contract, schema: unknown): string[] {
  const { required, allOf, oneOf, anyOf } = opened(contract, schema);
  const inPart = (part: unknown) => requiredIn(contract, part);
  const [first = [], ...others] = [...listOf(oneOf), ...listOf(anyOf)].map(inPart);
  const inEveryVariant = first.filter((name) => others.every((names) => names.includes(name)));
  return [...new Set([...listOf(required).map(String), ...listOf(allOf).flatMap(inPart), ...inEveryVariant])];
}
