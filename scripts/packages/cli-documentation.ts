/** The data of `sigill mcp`: tools from the contract, and sections of the guides and the reference. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operation, operationsOf, readContract, root } from '../../openapi/contract/contract.ts';
import { isTree, listOf, opened, schemaOf, type Tree } from '../../openapi/contract/tree.ts';
import type { CallTool, Section, Written } from '../../sdk/cli/src/mcp/read-documentation.ts';
import { facts } from '../../web/src/content/facts.ts';
import { slugOf } from '../generate/site/reference.ts';

/** API key calls that are useful to an assistant, without any that destroys data or returns a secret of the account. */
const CALLS = [
  ...['session.create', 'session.get', 'session.state', 'session.list', 'session.abort', 'session.seen_before'],
  ...['callback.list', 'callback.get', 'callback.resend', 'dashboard.usage'],
];
const GUIDES = [
  'integration-guide',
  'web-integration-guide',
  'android-integration-guide',
  'ios-integration-guide',
  'react-native-guide',
  'reader-protocol',
  'computer-reader',
  'api-guide',
  'failure-guide',
];

const contract = readContract();
const operations = operationsOf(contract);

export const documentation = (): Written => ({
  calls: CALLS.map(toolOf),
  sections: [...GUIDES.flatMap(sectionsOf), ...operations.map(referenceOf)],
});

function toolOf(name: string): CallTool {
  const operation = operations.find(({ operationId }) => operationId === name);
  if (!operation) throw new Error(`The contract has no call ${name}`);
  return {
    operation: name,
    name: name.replace('.', '_'),
    description: `${operation.summary}. ${operation.description}`,
    inputSchema: inputOf(operation),
    ...(operation['x-query'] && { annotations: { readOnlyHint: true } }),
  };
}

const inputOf = ({ requestBody }: Operation): Tree => ({
  type: 'object',
  ...(plain(schemaOf(contract, requestBody)) as Tree),
});

function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (!isTree(node)) return node;
  const kept = Object.entries(opened(contract, node)).filter(([name]) => !name.startsWith('x-') && name !== 'example');
  return Object.fromEntries(kept.map(([name, value]) => [name, plain(value)]));
}

function referenceOf(operation: Operation): Section {
  const { operationId, summary, description } = operation;
  const { properties = {} } = inputOf(operation) as { properties?: Record<string, { description?: string }> };
  const lines = Object.entries(properties).map(([name, { description = '' }]) => `- \`${name}\`: ${description}`);
  const errors = operation['x-errors'] ?? [];
  const text = [
    `POST /api/v1/${operationId}`,
    description,
    ...(lines.length > 0 ? [`Properties of the body:\n\n${lines.join('\n')}`] : []),
    ...(errors.length > 0 ? [`Its own error codes: ${errors.join(', ')}.`] : []),
  ];
  const tag = String(listOf(operation['tags'])[0]);
  return {
    id: `reference#${operationId}`,
    title: `${operationId}: ${summary}`,
    text: text.join('\n\n'),
    place: {
      title: summary,
      name: `${operationId} ${operationId.replaceAll(/[._]/g, ' ')}`,
      page: tag,
      path: `/api-reference/${slugOf(tag)}`,
      hash: operationId,
    },
  };
}

function sectionsOf(guide: string): Section[] {
  const text = withFacts(readFileSync(join(root, `docs/guides/${guide}.md`), 'utf8'));
  const [head = '', ...parts] = text.split(/^###? /m);
  const title = /^# (.+)$/m.exec(head)?.[1] ?? guide;
  return [
    {
      id: guide,
      title,
      text: head.replace(/^# .+$/m, '').trim(),
      place: { title, name: guide, page: title, path: `/${guide}`, hash: '' },
    },
    ...parts.map((part) => {
      const [line = '', ...rest] = part.split('\n');
      const [, words = line, anchor = ''] = /^(.*?) \{#([\w-]+)\}$/.exec(line) ?? [];
      return {
        id: `${guide}#${anchor}`,
        title: `${title}: ${words}`,
        text: rest.join('\n').trim(),
        place: {
          title: words,
          name: `${anchor} ${anchor.replaceAll('-', ' ')}`,
          page: title,
          path: `/${guide}`,
          hash: anchor,
        },
      };
    }),
  ];
}

const withFacts = (text: string): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = (facts as unknown as Record<string, unknown>)[name];
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`There is no fact ${name}`);
    return String(value);
  });
