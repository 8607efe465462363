/** The data of the reference page: the contract with its references resolved, in the order in which it is written. */
import { type Contract, errorCodes, type Operation } from '../contract.ts';
import { isTree, type Tree, target, treeOf } from '../contract-diff/tree.ts';
import { methodPath } from '../names.ts';
import { withoutAllOf } from './all-of.ts';

export function referencePage(written: Contract): object {
  const contract = withoutAllOf(written);
  return {
    info: contract.info,
    tags: contract.tags,
    groups: contract['x-tagGroups'],
    codes: contract.components.schemas['ProblemCode']?.['enum'],
    operations: Object.entries(contract.paths).map(([path, { post }]) => operationOn(contract, path, post)),
  };
}

function operationOn(contract: Contract, path: string, post: Operation): object {
  const { responses, requestBody, ...operation } = post;
  return {
    path,
    method: methodPath(post.operationId),
    ...resolved(contract, operation),
    security: (post.security ?? contract.security).flatMap((requirement) => Object.keys(requirement)),
    request: jsonOf(resolved(contract, requestBody)),
    responses: Object.entries(responses).map(([status, response]) => {
      const answer = resolved(contract, response);
      const json = jsonOf(answer);
      // Error bodies share one schema, and calls share them: examples and codes tell them apart.
      const shown =
        Number(status) < 300 ? json : { examples: ownExamples(json, errorCodes(contract, post, Number(status))) };
      return { status: Number(status), description: answer['description'], ...shown };
    }),
  };
}

function ownExamples(json: Tree | undefined, codes: string[]): object {
  const examples = (json?.['examples'] ?? {}) as Record<string, { value: { code: string } }>;
  return Object.fromEntries(Object.entries(examples).filter(([, { value }]) => codes.includes(value.code)));
}

/** A part of the contract as one tree. A schema that was a component keeps its name in `schema`. */
function resolved(contract: Contract, node: unknown): Tree {
  return treeOf(resolveAll(contract, node));
}

function resolveAll(contract: Contract, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => resolveAll(contract, item));
  if (!isTree(node)) return node;
  const { $ref, ...rest } = node;
  const own = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, resolveAll(contract, value)]));
  if (typeof $ref !== 'string') return own;
  const schema = $ref.includes('/schemas/') ? { schema: $ref.split('/').at(-1) } : {};
  return { ...resolved(contract, target({ ...contract }, $ref).value), ...own, ...schema };
}

function jsonOf({ content }: Tree): Tree | undefined {
  const json = isTree(content) ? content['application/json'] : undefined;
  return isTree(json) ? json : undefined;
}
