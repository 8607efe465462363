import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';
import { inline } from './Prose';
import type { Schema } from './reference';

/** The properties of a body with their type, their bounds and whether they are required. Nested properties open on demand. */
export function Properties({ schema, direction }: { schema: Schema; direction: 'request' | 'response' }) {
  const variants = schema.oneOf;
  if (variants)
    return (
      <ul className="divide-y divide-hairline border-y border-hairline">
        {variants.map((variant) => (
          <li key={variant.schema} className="py-3">
            <p translate="no" className="font-mono text-sm">
              {variant.schema}
            </p>
            <p lang="en" className="text-sm text-muted">
              {variant.description && inline(variant.description)}
            </p>
            <Nested schema={variant} direction={direction} />
          </li>
        ))}
      </ul>
    );
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length === 0)
    return (
      <p className="text-sm text-muted">
        <Trans>No properties.</Trans>
      </p>
    );
  return (
    <ul className="divide-y divide-hairline border-y border-hairline">
      {entries.map(([name, property]) => (
        <Property
          key={name}
          name={name}
          schema={property}
          required={schema.required?.includes(name) ?? false}
          direction={direction}
        />
      ))}
    </ul>
  );
}

function Property({
  name,
  schema,
  required,
  direction,
}: {
  name: string;
  schema: Schema;
  required: boolean;
  direction: 'request' | 'response';
}) {
  const bounds = useBounds(schema);
  const nested = schema.items?.properties ? schema.items : schema;
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <code className="font-mono text-sm font-semibold break-all">{name}</code>
        <span translate="no" className="caps">
          {bounds.type}
        </span>
        {direction === 'request' &&
          (required ? (
            <span className="text-xs font-medium text-accent">
              <Trans>required</Trans>
            </span>
          ) : (
            <span className="text-xs text-muted">
              <Trans>optional</Trans>
            </span>
          ))}
        {schema.deprecated && (
          <span className="text-xs font-medium text-warning">
            <Trans>deprecated</Trans>
          </span>
        )}
        {direction === 'response' && !required && (
          <span className="text-xs text-muted">
            <Trans>absent when unknown</Trans>
          </span>
        )}
      </p>
      {schema.description && (
        <p lang="en" className="text-sm">
          {inline(schema.description)}
        </p>
      )}
      {bounds.words.length > 0 && <p className="text-xs text-muted">{bounds.words.join(' · ')}</p>}
      {schema.enum && schema.enum.length > 1 && <Values values={schema.enum} />}
      {(nested.properties || nested.oneOf) && <Nested schema={nested} direction={direction} />}
    </li>
  );
}

const Values = ({ values }: { values: string[] }) => (
  <p className="mt-1 flex flex-wrap gap-x-3 font-mono text-xs leading-5 text-muted">
    {values.map((value) => (
      <span key={value}>{value}</span>
    ))}
  </p>
);

function Nested({ schema, direction }: { schema: Schema; direction: 'request' | 'response' }) {
  const count = Object.keys(schema.properties ?? {}).length;
  return (
    <Disclosure
      summary={
        count > 0 ? (
          <Trans>
            {schema.schema ?? 'object'}: {count} properties
          </Trans>
        ) : (
          schema.schema
        )
      }
    >
      <div className="border-l border-hairline pl-4">
        <Properties schema={schema} direction={direction} />
      </div>
    </Disclosure>
  );
}

/** Content that opens on demand, also without scripts. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details>
      <summary className="flex min-h-8 w-fit list-none items-center gap-1.5 py-1 text-sm text-accent hover:underline">
        <Icon name="chevron" className="size-4 -rotate-90 transition-transform [[open]>summary>&]:rotate-0" />
        {summary}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}

function useBounds(schema: Schema): { type: string; words: string[] } {
  const { t, i18n } = useLingui();
  const {
    type = 'object',
    format,
    contentEncoding,
    items,
    minLength,
    maxLength,
    minimum,
    maximum,
    minItems,
    maxItems,
    default: fallback,
  } = schema;
  const words: string[] = [];
  const range = (low: number | undefined, high: number | undefined, unit: (text: string) => string) => {
    const number = (value: number) => i18n.number(value);
    if (low !== undefined && high !== undefined)
      words.push(unit(low === high ? number(low) : t`${number(low)} to ${number(high)}`));
    else if (high !== undefined) words.push(unit(t`at most ${number(high)}`));
    else if (low !== undefined) words.push(unit(t`at least ${number(low)}`));
  };
  if (!format && !schema.enum) range(minLength, maxLength, (text) => t`${text} characters`);
  range(minimum, maximum, (text) => text);
  range(minItems, maxItems, (text) => t`${text} items`);
  if (fallback !== undefined) words.push(t`default ${JSON.stringify(fallback)}`);
  if (schema.enum?.length === 1) words.push(t`always ${schema.enum[0] ?? ''}`);
  const element = items && (items.schema ?? items.type ?? 'object');
  const name = type === 'array' ? t`array of ${element ?? 'object'}` : type;
  return { type: [name, format ?? contentEncoding].filter(Boolean).join(' · '), words };
}
