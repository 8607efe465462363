/**
 * Request and response types. hey-api writes types for clients that take body, path and query in one object and get responses by
 * status. Here a call has parameters and one response: `SessionCreateParams`, `SessionCreateResponse`.
 */
import { type Contract, operationsOf } from '../../../openapi/contract/contract.ts';
import { pascal } from '../../../openapi/contract/names.ts';

export function plainTypes(contract: Contract, text: string): string {
  let types = text.replace(declaration('ClientOptions'), '');
  for (const { operationId } of operationsOf(contract)) {
    const name = pascal(operationId);
    const data = found(types, `${name}Data`);
    const responses = found(types, `${name}Responses`);
    const headers = data.includes('\n    headers: ') ? renamed(data, 'headers', `${name}Headers`) : '';
    types = types
      .replace(data, () => `${renamed(data, 'body', `${name}Params`)}${headers}`)
      .replace(responses, () => renamed(responses, '200', `${name}Response`))
      .replace(`export type ${name}Response = ${name}Responses[keyof ${name}Responses];\n`, '');
  }
  return `${types.replace(/\n{3,}/g, '\n\n').trim()}\n`;
}

/** Keeps the schemas of parameters, named like the types (`vSessionCreateParams`), and the schemas that these use. Drops all others. */
export function plainSchemas(text: string): string {
  const renamed = text.replace(/\b(v[A-Z]\w+)Body\b/g, '$1Params');
  const all = renamed.matchAll(
    /^(?:\/\*\*\n(?: \*.*\n)+)?export const (v[A-Z]\w+)[\s\S]*?(?=^\/\*\*|^export |(?![\s\S]))/gm,
  );
  const schemas = new Map([...all].map(([schema, name = '']) => [name, schema]));
  const used = new Set([...schemas.keys()].filter((name) => name.endsWith('Params')));
  // `used` grows during the iteration.
  for (const name of used)
    for (const [other] of schemas.get(name)!.matchAll(/\bv[A-Z]\w+/g)) if (schemas.has(other)) used.add(other);
  const unused = [...schemas].filter(([name]) => !used.has(name));
  return unused.reduce((rest, [, schema]) => rest.replace(schema, () => ''), renamed);
}

const declaration = (name: string): RegExp => new RegExp(`^export type ${name} = \\{\\n[\\s\\S]*?^\\};\\n+`, 'm');

function found(types: string, name: string): string {
  const [text] = declaration(name).exec(types) ?? [];
  if (!text) throw new Error(`hey-api did not write the type ${name}.`);
  return text;
}

function renamed(type: string, property: string, name: string): string {
  const [, comment = '', content] =
    new RegExp(`^((?: {4}(?:/\\*\\*| \\*).*\\n)*) {4}${property}\\??: ([\\s\\S]*?);\\n(?= {4}[\\w/]|\\})`, 'm').exec(
      type,
    ) ?? [];
  if (!content) throw new Error(`hey-api did not write the property ${property} for ${name}.`);
  const outdented = (text: string) => text.replace(/^ {4}/gm, '');
  return `${outdented(comment)}export type ${name} = ${outdented(content)};\n\n`;
}
