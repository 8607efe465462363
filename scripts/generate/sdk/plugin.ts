/**
 * The SDK's own plugins for hey-api: each writes one module of calls beside the types. hey-api resolves imports and prints the code;
 * call options and transport (`CallOptions`, `Client`) are hand-written modules of the SDK.
 */
import { $, type DefinePlugin, definePluginConfig } from '@hey-api/openapi-ts';
import { type Contract, type Operation, operationsOf, requiredHeaders } from '../../../openapi/contract/contract.ts';
import { methodPath, pascal } from '../../../openapi/contract/names.ts';
import { opened } from '../../../openapi/contract/tree.ts';
import { deprecationInWords } from './deprecations.ts';

type Definition = DefinePlugin<{ name: string }>;
type Instance = Definition['Instance'];
type Imported = ReturnType<Instance['symbolFactory']['register']>;

export interface Call extends Operation {
  type: string;
  /** The call's names in the SDK: `session` and `create`. */
  path: [resource: string, method: string];
  needsParams: boolean;
  needsHeaders: boolean;
}

export class Module {
  readonly calls: Call[] = [];
  readonly contract: Contract;
  readonly #plugin: Instance;
  readonly #types: string;

  constructor(plugin: Instance, types: string) {
    this.#plugin = plugin;
    this.#types = types;
    this.contract = plugin.context.spec as unknown as Contract;
    const described = new Map(operationsOf(this.contract).map((operation) => [operation.operationId, operation]));
    plugin.forEach(
      'operation',
      ({ operation: { operationId } }) => this.calls.push(callOf(this.contract, described.get(operationId!)!)),
      { order: 'declarations' },
    );
  }

  value = (name: string, from: string): Imported => this.#plugin.symbolFactory.register(name, { external: from });

  type = (name: string, from = this.#types) =>
    $.type(this.#plugin.symbolFactory.register(name, { external: from, kind: 'type' }));

  name = (name: string) => this.#plugin.symbol(name);

  write = (node: Parameters<Instance['node']>[0]): void => {
    this.#plugin.node(node);
  };

  takes = ({ type, needsParams, needsHeaders }: Call, options: ReturnType<Module['type']>) => {
    const headers = () => $.type.object().prop('headers', (p) => p.required(true).type(this.type(`${type}Headers`)));
    return {
      params: $.param('params', (p) => p.required(needsParams).type(this.type(`${type}Params`))),
      options: $.param('options', (p) =>
        p.required(needsHeaders).type(needsHeaders ? $.type.and(options, headers()) : options),
      ),
    };
  };
}

export const modulePlugin = (name: string, types: string, write: (module: Module) => void): object =>
  definePluginConfig<Definition['Types']>({
    name,
    config: {} as never,
    dependencies: [],
    handler: ({ plugin }) => write(new Module(plugin, types)),
  })();

export const nameOf = ({ path: [resource, method] }: Call): string =>
  `${resource}${method[0]!.toUpperCase()}${method.slice(1)}`;

export const wordsOf = (call: Call): string[] => [call.summary, '', call.description, ...deprecationOf(call)];

/** The doc comment for the Query options of a call. Only the method has the description, so that the package does not repeat it. */
export const summaryOf = (call: Call): string[] => [call.summary, ...deprecationOf(call)];

const deprecationOf = (call: Call) => (call.deprecated ? [`@deprecated ${deprecationInWords(call)}`] : []);

export const needsParams = (contract: Contract, { requestBody }: Operation): boolean =>
  opened(contract, requestBody)['required'] === true;

const callOf = (contract: Contract, operation: Operation): Call => ({
  ...operation,
  type: pascal(operation.operationId),
  path: methodPath(operation.operationId).split('.') as Call['path'],
  needsParams: needsParams(contract, operation),
  needsHeaders: requiredHeaders(contract, operation).length > 0,
});
