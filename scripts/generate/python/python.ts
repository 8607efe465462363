/** The generated modules of the Python client, sdk/python: the calls that an API key may make, as methods, and their types. */
import { type Contract, type Operation, operationsOf } from '../../../openapi/contract/contract.ts';
import { withoutAllOf } from '../../../openapi/contract/resolved.ts';
import { entriesOf, listOf, opened, schemaOf, treeOf } from '../../../openapi/contract/tree.ts';
import { deprecationInWords } from '../sdk/deprecations.ts';
import { type Order, orderOf } from '../sdk/event-orders.ts';
import { requiredOf } from '../sdk/methods.ts';
import { bracketed, classCase, docstring, identifier, PYTHON_HEADER, quoted } from './source.ts';
import { isNullable, PythonTypes } from './types.ts';

const FOLDER = 'sdk/python/sigill';
const EVENT = { $ref: '#/components/schemas/EndpointEvent' };

/** `part` is the contract reduced to the calls that an API key may make, with open enums in responses. */
export function pythonModules(part: Contract): Record<string, string> {
  const contract = withoutAllOf(part);
  const types = new PythonTypes(contract);
  const resources = Map.groupBy(operationsOf(contract), ({ operationId }) => operationId.split('.')[0]!);
  const classes = [...resources].map(([name, operations]) => resourceClass(contract, types, name, operations));
  types.of({ $ref: '#/components/schemas/Problem' }, 'Problem');
  types.of(EVENT, 'EndpointEvent');
  const orders = listOf(opened(contract, EVENT)['oneOf'])
    .map((event) => [...new Set(namesIn(orderOf(contract, event)))])
    .map((names) => `    ${bracketed('(', names.map(quoted), ')', '    ')},\n`);
  const constants = `# The properties of each event, in the order in which the service writes them.\nEVENT_ORDERS = (\n${orders.join('')})\n`;
  return {
    [`${FOLDER}/_generated_types.py`]: types.module(constants),
    [`${FOLDER}/_generated_calls.py`]: callsModule(types, classes, [...resources.keys()]),
  };
}

const namesIn = (order: Order | 0): string[] =>
  Object.entries(order).flatMap(([name, inner]) => [name, ...namesIn(inner)]);

function callsModule(types: PythonTypes, classes: string[], resources: string[]): string {
  const text = classes.join('\n\n');
  const used = types.names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).toSorted();
  return `${PYTHON_HEADER}from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, Union

from ._call import NOT_GIVEN, CallOptions, Client, NotGiven, Operation
from ._generated_types import (
${used.map((name) => `    ${name},\n`).join('')})
from ._page import Page


class Resource:
    """The calls of one resource."""

    def __init__(self, client: Client) -> None:
        self._client = client


${text}

class ApiKeyCalls:
    """Every call that an API key may make."""

    def __init__(self, client: Client) -> None:
${resources.map((name) => `        self.${identifier(name)} = ${classCase(name)}(client)\n`).join('')}`;
}

function resourceClass(contract: Contract, types: PythonTypes, name: string, operations: Operation[]): string {
  const [tag] = listOf(operations[0]!['tags']);
  const says = contract.tags.find(({ name }) => name === tag)!.description;
  const methods = operations.map((operation) => method(contract, types, operation));
  return `class ${classCase(name)}(Resource):\n${docstring([says], '    ')}\n${methods.join('\n')}`;
}

interface Parameter {
  name: string;
  type: string;
  isRequired: boolean;
  /** Whether null means something other than leaving the parameter out. */
  isNullable: boolean;
  says: string;
}

function method(contract: Contract, types: PythonTypes, operation: Operation): string {
  const { operationId, summary, description, deprecated, 'x-query': reads = false } = operation;
  const [, name = ''] = operationId.split('.');
  const parameters = parametersOf(contract, types, operation);
  const schema = treeOf(schemaOf(contract, operation.responses['200']));
  const type = pageOf(types, operationId, schema) ?? types.of(schema, `${classCase(operationId)}Response`);
  const signature = [
    'self',
    '*',
    ...parameters.filter(({ isRequired }) => isRequired).map(({ name, type }) => `${name}: ${type}`),
    ...parameters
      .filter(({ isRequired }) => !isRequired)
      .map(({ name, type, isNullable }) =>
        isNullable ? `${name}: Union[${type}, None, NotGiven] = NOT_GIVEN` : `${name}: Optional[${type}] = None`,
      ),
    'options: Optional[CallOptions] = None',
  ];
  const words = [
    `${summary}.`,
    description,
    ...(deprecated ? [`Deprecated. ${deprecationInWords(operation)}`] : []),
    ...(parameters.length > 0
      ? [`Args:\n${parameters.map(({ name, says }) => `    ${name}: ${says}`).join('\n')}`]
      : []),
  ];
  const answer = bracketed('(', requiredOf(contract, operation).map(quoted), ')', '            ');
  const nullable = parameters.filter(({ isNullable }) => isNullable).map(({ name }) => quoted(name));
  const nulls = nullable.length > 0 ? [bracketed('(', nullable, ')', '            ')] : [];
  const facts = `Operation(${bracketed('', [quoted(operationId), reads ? 'True' : 'False', answer, ...nulls], ')', '        ')}`;
  const params = parameters.map(({ name }) => `            ${quoted(name)}: ${name},\n`).join('');
  const call = type.startsWith('Page[')
    ? '        return Page(self._client, operation, params, options)\n'
    : `        result: ${type} = self._client.call(operation, params, options)\n        return result\n`;
  return `    def ${identifier(name)}(
${signature.map((part) => `        ${part},\n`).join('')}    ) -> ${type}:
${docstring(words, '        ')}        operation = ${facts}
        params: Dict[str, Any] = {${params ? `\n${params}        ` : ''}}
${call}`;
}

function parametersOf(contract: Contract, types: PythonTypes, { operationId, requestBody }: Operation): Parameter[] {
  const { properties, required } = opened(contract, schemaOf(contract, requestBody));
  return entriesOf(properties).map(([name, property]) => {
    if (name === 'options') throw new Error(`${operationId} has a parameter named options, as the options of a call.`);
    const schema = opened(contract, property);
    return {
      name: identifier(name),
      type: types.of(property, classCase(operationId) + classCase(name)),
      isRequired: listOf(required).includes(name),
      isNullable: isNullable(schema),
      says: String(schema['description'] ?? ''),
    };
  });
}

/** A response with a cursor is a page. The items of its only list can be iterated over. */
function pageOf(types: PythonTypes, operationId: string, { properties }: { properties?: unknown }): string | undefined {
  if (!('next_cursor' in treeOf(properties))) return undefined;
  const lists = entriesOf(properties).filter(([, property]) => treeOf(property)['type'] === 'array');
  if (lists.length !== 1) throw new Error(`${operationId} returns a page that has not exactly one list.`);
  return `Page[${types.of(treeOf(lists[0]![1])['items'], `${classCase(operationId)}Item`)}]`;
}
