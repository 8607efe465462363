import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LocaleLink } from '../navigation/LocaleLink';
import type { Schema } from './operation';
import { inline } from './Prose';
import { useBounds } from './use-bounds';

type Direction = 'request' | 'response';

/**
 * The properties of a body with their types and limits, and whether they are required. Nested properties expand on demand. With
 * `shallow`, a named type is a link to its description.
 */
export function Properties({
  schema,
  direction,
  shallow = false,
}: {
  schema: Schema;
  direction: Direction;
  shallow?: boolean;
}) {
  const variants = schema.oneOf;
  if (variants)
    return (
      <ul className="properties">
        {variants.map((variant) => (
          <li key={variant.schema}>
            <p translate="no">{variant.schema && <TypeLink name={variant.schema} />}</p>
            <p lang="en">{variant.description && inline(variant.description)}</p>
            {!shallow && <Nested schema={variant} direction={direction} />}
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
    <ul className="properties">
      {entries.map(([name, property]) => (
        <Property
          key={name}
          name={name}
          schema={property}
          required={schema.required?.includes(name) ?? false}
          direction={direction}
          shallow={shallow}
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
  shallow,
}: {
  name: string;
  schema: Schema;
  required: boolean;
  direction: Direction;
  shallow: boolean;
}) {
  const bounds = useBounds(schema);
  const nested = schema.items?.properties ? schema.items : schema;
  const named = schema.schema ?? schema.items?.schema;
  return (
    <li>
      <p>
        <code>{name}</code>
        <code>{bounds.type}</code>
        {shallow && named && <TypeLink name={named} />}
        {direction === 'request' && <Required required={required} />}
        {schema.deprecated && (
          <span className="font-medium text-warning">
            <Trans>deprecated</Trans>
          </span>
        )}
        {direction === 'response' && !required && (
          <span>
            <Trans>absent when unknown</Trans>
          </span>
        )}
      </p>
      {(schema.description || bounds.words.length > 0) && (
        <p>
          {schema.description && <span lang="en">{inline(schema.description)}</span>}
          {bounds.words.length > 0 && <small>{bounds.words.join(' · ')}</small>}
        </p>
      )}
      {schema.enum && schema.enum.length > 1 && <Values values={schema.enum} />}
      {!shallow && (nested.properties || nested.oneOf) && <Nested schema={nested} direction={direction} />}
    </li>
  );
}

const Required = ({ required }: { required: boolean }) =>
  required ? (
    <strong>
      <Trans>required</Trans>
    </strong>
  ) : (
    <span>
      <Trans>optional</Trans>
    </span>
  );

export const Values = ({ values }: { values: string[] }) => (
  <p className="code-links">
    {values.map((value) => (
      <span key={value}>{value}</span>
    ))}
  </p>
);

function Nested({ schema, direction }: { schema: Schema; direction: Direction }) {
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
      <Properties schema={schema} direction={direction} />
    </Disclosure>
  );
}

/** A link to the description of a type. */
const TypeLink = ({ name }: { name: string }) => (
  <LocaleLink to="/api-reference/types" hash={name}>
    {name}
  </LocaleLink>
);

/** Content that expands on demand, even without scripts. */
export const Disclosure = ({ summary, children }: { summary: ReactNode; children: ReactNode }) => (
  <details className="disclosure">
    <summary>{summary}</summary>
    {children}
  </details>
);
