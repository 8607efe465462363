import type { Contract, Operation } from './contract.ts';
import { entriesOf, reachable, referenceOf } from './tree.ts';

export function partOf(contract: Contract, isIn: (operation: Operation) => boolean): Contract {
  const paths = Object.fromEntries(Object.entries(contract.paths).filter(([, { post }]) => isIn(post)));
  const needed = new Set([...reachable(contract, paths)].map(referenceOf));
  // Calls name their security schemes without a reference, so all schemes are kept.
  const isKept = (section: string, name: string) =>
    section === 'securitySchemes' || needed.has(`#/components/${section}/${name}`);
  const components = Object.fromEntries(
    entriesOf(contract.components).map(([section, entries]) => [
      section,
      Object.fromEntries(entriesOf(entries).filter(([name]) => isKept(section, name))),
    ]),
  );
  // No operation refers to a webhook, so webhooks are left out.
  const { webhooks: _, ...rest } = contract as Contract & { webhooks?: object };
  return { ...rest, paths, components: components as unknown as Contract['components'] };
}
