/** sdk/python/sigill/_generated_types.py: what calls return and what callbacks hold, as types. */
import type { Contract } from '../../../openapi/contract/contract.ts';
import { entriesOf, listOf, opened, referenceOf, target, treeOf } from '../../../openapi/contract/tree.ts';
import { OTHER } from '../sdk/open-enums.ts';
import { bracketed, classCase, docstring, isIdentifier, PYTHON_HEADER, quoted } from './source.ts';

const SCALARS: Record<string, string> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };

/** Prints schemas as types, and collects the declarations that they need, in an order in which Python can read them. */
export class PythonTypes {
  readonly #contract: Contract;
  readonly #declared = new Map<string, string>();

  /** The contract must be without allOf. */
  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** `name` is that of the class if the schema is an object without a name of its own. */
  of(schema: unknown, name: string): string {
    const reference = referenceOf(schema);
    if (reference) return this.#component(reference);
    const { type, enum: values, oneOf, anyOf, items, properties } = treeOf(schema);
    if (isNullable(schema))
      return this.of({ ...treeOf(schema), type: listOf(type).find((each) => each !== 'null') }, name);
    if (Array.isArray(type)) throw new Error(`${name} accepts several types, which the Python client cannot express.`);
    if (values) return literal(listOf(values));
    const variants = listOf(oneOf ?? anyOf);
    if (variants.length > 0) return union(variants.map((variant, index) => this.of(variant, `${name}${index + 1}`)));
    if (items) return `List[${this.of(items, `${name}Item`)}]`;
    if (properties) return this.#class(name, schema);
    return SCALARS[String(type)] ?? 'Dict[str, Any]';
  }

  get names(): string[] {
    return [...this.#declared.keys()].filter((name) => !name.startsWith('_'));
  }

  module(constants: string): string {
    const exported = this.names
      .toSorted()
      .map((name) => `    ${quoted(name)},\n`)
      .join('');
    const declarations = [...this.#declared.values()].join('\n\n');
    const typing = ['Any', 'Dict', 'List', 'Literal', 'TypedDict', 'Union'];
    const used = typing.filter((name) => new RegExp(`\\b${name}[[,(\\]]`).test(declarations));
    return `${PYTHON_HEADER}from __future__ import annotations

from typing import ${used.join(', ')}

__all__ = [\n${exported}]

${declarations}\n\n${constants}`;
  }

  /**
   * A named schema: an object is a class, everything else an alias. Python evaluates aliases, so the types that they name come
   * first.
   */
  #component(reference: string): string {
    const name = reference.split('/').at(-1)!;
    if (this.#declared.has(name)) return name;
    const schema = target(this.#contract, reference).value;
    const { description } = treeOf(schema);
    const type = this.of(schema, name);
    if (type !== name) this.#declared.set(name, `${name} = ${type}\n${docstring([String(description)])}`);
    return name;
  }

  #class(name: string, schema: unknown): string {
    if (this.#declared.has(name)) return name;
    // Reserves the place, because a schema may contain itself. The declaration follows those that it needs.
    this.#declared.set(name, '');
    const { properties, required, description } = treeOf(schema);
    const fields = entriesOf(properties).map(([field, value]) => ({
      field,
      type: this.of(value, name + classCase(field)),
      says: String(opened(this.#contract, value)['description'] ?? ''),
      isRequired: listOf(required).includes(field),
    }));
    const text = declaration(name, fields, String(description ?? `${name}.`));
    this.#declared.delete(name);
    this.#declared.set(name, text);
    return name;
  }
}

interface Field {
  field: string;
  type: string;
  says: string;
  isRequired: boolean;
}

/** Required and optional properties are in two classes, because `NotRequired` is only in Python 3.11 and later. */
function declaration(name: string, fields: Field[], says: string): string {
  if (fields.some(({ field }) => !isIdentifier(field))) return functional(name, fields, says);
  const [required, optional] = [true, false].map((wanted) => fields.filter(({ isRequired }) => isRequired === wanted));
  const body = (some: Field[]) =>
    some.map(({ field, type, says }) => `    ${field}: ${type}\n${says && docstring([says], '    ')}`).join('');
  const head = (name: string, bases: string) => `class ${name}(${bases}):\n${docstring([says], '    ')}\n`;
  if (optional!.length === 0) return head(name, 'TypedDict') + body(required!);
  if (required!.length === 0) return head(name, 'TypedDict, total=False') + body(optional!);
  const base = `_${name}`;
  return `class ${base}(TypedDict):\n${body(required!)}\n\n${head(name, `${base}, total=False`)}${body(optional!)}`;
}

/** For properties such as `webhook-id`, which a class cannot have. */
function functional(name: string, fields: Field[], says: string): string {
  if (fields.some(({ isRequired }) => !isRequired)) throw new Error(`${name} has an optional property with a dash.`);
  const lines = fields.map(({ field, type }) => `        ${quoted(field)}: ${quoted(type)},\n`);
  return `${name} = TypedDict(\n    ${quoted(name)},\n    {\n${lines.join('')}    },\n)\n${docstring([says])}`;
}

/** A list of values, which may grow if the enum is open: type checkers then accept any string, and editors suggest these. */
function literal(values: unknown[]): string {
  const known = values.filter((value) => value !== OTHER);
  if (known.length === 0) return 'str';
  const type = bracketed('Literal[', known.map(quoted), ']');
  return known.length < values.length ? union([type, 'str']) : type;
}

const union = (types: string[]): string => {
  const different = [...new Set(types)];
  return different.length === 1 ? different[0]! : `Union[${different.join(', ')}]`;
};

/** Whether a schema accepts null beside one other type. */
export const isNullable = (schema: unknown): boolean => {
  const { type } = treeOf(schema);
  return Array.isArray(type) && type.length === 2 && type.includes('null');
};
