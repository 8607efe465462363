/** The contract as the service serves it: the file with its comments, the error responses of every call, and the hash that names it. */
import { isMap, parseDocument } from 'yaml';
import type { Contract } from '../contract/contract.ts';
import { DIALECT, STYLE, WIDTH } from '../contract/format.ts';
import { contractHash } from '../contract/hash.ts';
import { entriesOf, treeOf } from '../contract/tree.ts';

/** `text` is the content of the file, `contract` its parsed form. */
export function publishedContract(text: string, contract: Contract): { yaml: string; json: string } {
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
