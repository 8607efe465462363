import { type Contract, type Operation, operationsOf } from '../../../openapi/contract/contract.ts';
import { listOf, schemaOf, type Tree, treeOf } from '../../../openapi/contract/tree.ts';
import { HEADER } from '../files.ts';
import { deprecationInWords } from '../sdk/deprecations.ts';
import { fieldsOf } from './go-fields.ts';
import { block, comment, goName } from './go-text.ts';
import { GoTypes } from './go-types.ts';

const FOLDER = 'sdk/go';

/** `contract` has only the calls that an API key may make. */
export function goModule(contract: Contract): Record<string, string> {
  const types = new GoTypes(contract);
  const resources = Map.groupBy(operationsOf(contract), ({ operationId }) => operationId.split('.')[0]!);
  const services = [...resources].map(([name, calls]) => serviceOf(contract, types, goName(name), calls));
  return {
    [`${FOLDER}/calls.gen.go`]: file(['context'], `${clientOf(contract, resources)}\n${services.join('\n')}`),
    [`${FOLDER}/types.gen.go`]: file(['encoding/json', 'time'], types.text()),
  };
}

const file = (imports: string[], text: string): string => {
  const names = imports.map((name) => `"${name}"`);
  const from = names.length > 1 ? `(\n${names.map((name) => `\t${name}\n`).join('')})` : names[0];
  return `${HEADER.replace('Do not edit.', 'DO NOT EDIT.')}\npackage sigill\n\nimport ${from}\n\n${text}`;
};

function clientOf(contract: Contract, resources: Map<string, Operation[]>): string {
  const services = [...resources].map(([name, [first]]) => {
    const tag = contract.tags.find(({ name }) => name === listOf(first!['tags'])[0]);
    return { name: goName(name), description: tag?.description };
  });
  const rows = services.map(({ name, description }) => ({ description, cells: [name, `*${name}Service`] }));
  const created = services.map(({ name }) => ({ cells: [`${name}:`, `&${name}Service{c},`] }));
  return `// Client makes every call that an API key may make. It is safe for concurrent use.
type Client struct {
${block(rows)}
\tconfig *config
}

func newClient(c *config) *Client {
\treturn &Client{
${block([...created, { cells: ['config:', 'c,'] }])
  .replace(/^/gm, '\t')
  .trimEnd()}
\t}
}
`;
}

function serviceOf(contract: Contract, types: GoTypes, resource: string, calls: Operation[]): string {
  const methods = calls.map((call) => methodOf(contract, types, resource, call));
  const words = comment([`${resource}Service makes the calls ${calls[0]!.operationId.split('.')[0]}.*.`]);
  return `${words}type ${resource}Service struct{ config *config }\n\n${methods.join('\n')}`;
}

function methodOf(contract: Contract, types: GoTypes, resource: string, call: Operation): string {
  const { operationId, summary, description, 'x-query': reads } = call;
  const method = goName(operationId.split('.')[1]!);
  const type = goName(operationId);
  const body = treeOf(schemaOf(contract, call.requestBody));
  const takes = fieldsOf(contract, body).size > 0 ? types.struct(`${type}Params`, body, true) : undefined;
  const answer = treeOf(schemaOf(contract, call.responses['200']));
  const returns = types.of(answer, `${type}Response`);
  const required = [...fieldsOf(contract, answer)].flatMap(([name, { isRequired }]) => (isRequired ? name : []));
  const params = takes ? `params ${takes}, ` : '';
  const facts = [
    `name: ${JSON.stringify(operationId)}`,
    ...(reads ? ['reads: true'] : []),
    `answer: []string{${required.map((name) => JSON.stringify(name)).join(', ')}}`,
  ];
  const deprecated = call.deprecated && `Deprecated: ${deprecationInWords(call)}`;
  return `${comment([`${summary}.`, description, deprecated || undefined])}func (s *${resource}Service) ${method}(ctx context.Context, ${params}opts ...Option) (*${returns}, error) {
\treturn call[${returns}](ctx, s.config, operation{${facts.join(', ')}}, ${takes ? 'params' : 'struct{}{}'}, opts)
}
${pagesOf(contract, types, { resource, method, type, answer })}`;
}

interface Listed {
  resource: string;
  method: string;
  type: string;
  answer: Tree;
}

function pagesOf(contract: Contract, types: GoTypes, { resource, method, type, answer }: Listed): string {
  const fields = fieldsOf(contract, answer);
  const list = [...fields].find(([, { schema }]) => schema['type'] === 'array');
  if (!fields.has('next_cursor') || !list) return '';
  const [name, { schema }] = list;
  const item = types.of(schema['items'], '');
  return `
// ${method}All iterates over the items of all pages, and fetches one page at a time.
func (s *${resource}Service) ${method}All(ctx context.Context, params ${type}Params, opts ...Option) *Iterator[${item}] {
\treturn iterate(params.Cursor, func(cursor string) ([]${item}, string, error) {
\t\tparams.Cursor = cursor
\t\tpage, err := s.${method}(ctx, params, opts...)
\t\tif err != nil {
\t\t\treturn nil, "", err
\t\t}
\t\treturn page.${goName(name)}, page.NextCursor, nil
\t})
}
`;
}
