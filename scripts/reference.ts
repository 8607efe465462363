/** The data of the reference page: the contract with its references resolved, in the order in which it is written. */
import type { Contract } from './contract.ts';

type Json = Record<string, unknown>;

export function referenceOf(contract: Contract): object {
  const resolve = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(resolve);
    if (node === null || typeof node !== 'object') return node;
    const { $ref, ...rest } = node as Json;
    if (typeof $ref !== 'string')
      return Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, resolve(value)]));
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((value, name) => (value as Json)[name.replaceAll('~1', '/')], contract);
    const schema = $ref.split('/').at(-1);
    return {
      ...(resolve(target) as Json),
      ...(resolve(rest) as Json),
      ...($ref.includes('/schemas/') ? { schema } : {}),
    };
  };
  return {
    info: contract.info,
    tags: contract.tags,
    codes: (contract.components.schemas['ProblemCode'] as { enum: string[] }).enum,
    operations: Object.entries(contract.paths).map(([path, { post }]) => {
      const { responses, requestBody, ...operation } = post;
      return {
        path,
        ...(resolve(operation) as Json),
        security: (post.security ?? contract.security).flatMap((requirement) => Object.keys(requirement)),
        request: (resolve(requestBody) as { content: { 'application/json': Json } }).content['application/json'],
        responses: Object.entries(responses).map(([status, response]) => {
          const resolved = resolve(response) as { description: string; content: { 'application/json': Json } };
          const json = resolved.content['application/json'];
          // Error bodies share one schema: their examples tell them apart.
          return {
            status: Number(status),
            description: resolved.description,
            ...(Number(status) < 300 ? json : { examples: json['examples'] }),
          };
        }),
      };
    }),
  };
}
