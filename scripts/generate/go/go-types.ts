/** sdk/go/types.gen.go: a struct for each object of the contract, and a type with constants for each list of values. */
import type { Contract } from '../../../openapi/contract/contract.ts';
import { entriesOf, listOf, opened, referenceOf, type Tree, treeOf } from '../../../openapi/contract/tree.ts';
import { type Field, fieldsOf, isObject, valuesOf } from './go-fields.ts';
import { block, comment, goName, type Row } from './go-text.ts';

/**
 * Types whose zero value a caller may want to send: in a request, optional fields of these types are pointers. In a response,
 * absent means zero.
 */
const POINTED = new Set(['bool', 'int', 'int64', 'float64']);

export class GoTypes {
  readonly #contract: Contract;
  readonly #declared = new Map<string, string>();
  readonly #structs = new Set<string>();
  readonly #enums = new Map<string, string>();

  constructor(contract: Contract) {
    this.#contract = contract;
    for (const [name, schema] of entriesOf(contract.components.schemas)) {
      const values = valuesOf(treeOf(schema));
      if (values) this.#enums.set(String(values.toSorted()), name);
    }
  }

  /** `name` is for a type that the contract does not name. */
  of(schema: unknown, name: string): string {
    const reference = referenceOf(schema)?.split('/').at(-1);
    const { type, format, items, maximum, contentEncoding, additionalProperties, ...rest } = opened(
      this.#contract,
      schema,
    );
    const values = valuesOf(rest);
    if (values) return this.#enum(this.#enums.get(String(values.toSorted())) ?? reference ?? name, values, rest);
    if (isObject(this.#contract, schema)) return this.struct(reference ?? name, named(schema));
    const [kind] = [type].flat().filter((kind) => kind !== 'null');
    if (kind === 'array') return `[]${this.of(items, name.replace(/s$/, ''))}`;
    if (kind === 'boolean') return 'bool';
    if (kind === 'number') return 'float64';
    if (kind === 'integer') return format === 'int64' || Number(maximum) >= 2 ** 31 ? 'int64' : 'int';
    if (kind === 'object') return `map[string]${additionalProperties ? this.of(additionalProperties, name) : 'any'}`;
    if (kind !== 'string') return 'any';
    if (contentEncoding === 'base64') return '[]byte';
    return format === 'date-time' ? 'time.Time' : 'string';
  }

  /** Declares a struct. Parameters convert their times, because the service takes only UTC. */
  struct(name: string, schema: unknown, isSent = false): string {
    const type = goName(name);
    if (this.#declared.has(type)) return type;
    // Declared before its fields, which may refer to it.
    this.#declared.set(type, '');
    this.#structs.add(type);
    const { description } = opened(this.#contract, schema);
    const fields = [...fieldsOf(this.#contract, schema)];
    const rows = fields.map(([field, content]) => this.#row(type, field, content, isSent));
    const times = rows.filter(({ cells }) => isSent && cells[1] === '*time.Time').map(({ cells }) => cells[0]!);
    this.#declared.set(
      type,
      `${comment([said(description)])}type ${type} struct {\n${block(rows)}}\n${inUtc(type, times)}`,
    );
    return type;
  }

  #row(type: string, name: string, { schema, isRequired }: Field, isSent: boolean): Row {
    const base = this.of(schema, type + goName(name));
    const isStruct = this.#structs.has(base) || base === 'time.Time';
    const isPointer = !isRequired && (isStruct || (isSent && POINTED.has(base)));
    const isNullable = isSent && [opened(this.#contract, schema)['type']].flat().includes('null');
    const prefix = isPointer ? '*' : '';
    const text = isNullable ? `Nullable[${base}]` : `${prefix}${base}`;
    const tag = `\`json:"${name}${isRequired ? '' : ',omitempty'}"\``;
    const { description } = opened(this.#contract, schema);
    return { description: said(description), cells: [goName(name), text, tag] };
  }

  readonly #named = (name: string): string => this.of({ $ref: `#/components/schemas/${name}` }, name);

  #event(): string {
    const schemas = entriesOf(this.#contract.components.schemas);
    const holds = ([, schema]: [string, unknown]) =>
      listOf(treeOf(schema)['oneOf']).some((variant) => referenceOf(variant) === '#/components/schemas/CallbackEvent');
    return schemas.find(holds)?.[0] ?? 'CallbackEvent';
  }

  #enum(name: string, values: string[], { description }: Tree): string {
    const type = goName(name);
    if (this.#declared.has(type)) return type;
    const rows = values.map((value) => ({ cells: [type + goName(value), type, `= ${JSON.stringify(value)}`] }));
    const component = this.#contract.components.schemas[name];
    const words = comment([said(component?.['description'] ?? description), 'Other values may be added.']);
    this.#declared.set(type, `${words}type ${type} string\n\nconst (\n${block(rows)})\n`);
    return type;
  }

  text(): string {
    this.#named('Problem');
    const words = comment(['Event is what is sent to receivers. Type says what happened.']);
    this.#declared.set('Event', `${words}type Event = ${this.#named(this.#event())}\n`);
    return [...this.#declared]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text)
      .join('\n');
  }
}

/** A named type is described where it is declared, not where it is first used. */
const named = (schema: unknown): unknown => (referenceOf(schema) ? { $ref: referenceOf(schema) } : schema);

const said = (description: unknown): string | undefined => (typeof description === 'string' ? description : undefined);

function inUtc(type: string, times: string[]): string {
  if (times.length === 0) return '';
  const [all, converted] = [times.map((name) => `p.${name}`), times.map((name) => `inUTC(p.${name})`)];
  return `
// MarshalJSON writes times in UTC, the only zone that the service accepts.
func (p ${type}) MarshalJSON() ([]byte, error) {
\ttype plain ${type}
\t${all.join(', ')} = ${converted.join(', ')}
\treturn json.Marshal(plain(p))
}
`;
}
