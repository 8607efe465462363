/** The contract reduced to some of its operations and the components that they need. */
import type { Contract, Operation } from './contract.ts';
import { entriesOf, listOf, referenceOf, treeOf } from './tree.ts';

export function partOf(contract: Contract, isIn: (operation: Operation) => boolean): Contract {
  const paths = Object.fromEntries(Object.entries(contract.paths).filter(([, { post }]) => isIn(post)));
  const needed = new Set<string>();
  const follow = (node: unknown): void => {
    const reference = referenceOf(node);
    if (reference && !needed.has(reference)) {
      needed.add(reference);
      const [section = '', name = ''] = reference.split('/').slice(2);
      follow(treeOf(treeOf(contract.components)[section])[name]);
    }
    for (const inner of [...listOf(node), ...entriesOf(node).map(([, value]) => value)]) follow(inner);
  };
  follow(paths);
  // Calls name their security schemes without a reference.
  const isKept = (section: string, name: string) =>
    section === 'securitySchemes' || needed.has(`#/components/${section}/${name}`);
  const components = Object.fromEntries(
    entriesOf(contract.components).map(([section, entries]) => [
      section,
      Object.fromEntries(entriesOf(entries).filter(([name]) => isKept(section, name))),
    ]),
  );
  // No operation leads to a webhook.
  const { webhooks: _, ...rest } = contract as Contract & { webhooks?: object };
  return { ...rest, paths, components: components as unknown as Contract['components'] };
}
