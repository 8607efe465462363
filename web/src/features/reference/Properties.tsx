import { Trans, useLingui } from '@lingui/react/macro';
import { createContext, type ReactNode, useContext } from 'react';
import { LocaleLink } from '../navigation/LocaleLink';
import { type Schema, variantsOf } from './operation';
import { contractLanguage, inline } from './Prose';

type Props = {
  schema: Schema;
  direction: 'request' | 'response';
  /** If set, named types are only links to their descriptions. Otherwise, their properties can be expanded. */
  shallow?: boolean;
};

/** The places on a page whose type was already described above. They show only a link to the type. */
export const DescribedAbove = createContext<ReadonlySet<Schema>>(new Set());

export function Properties({ schema, ...shown }: Props) {
  if (schema.oneOf) return <Variants schema={schema} {...shown} />;
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
        <Property key={name} {...shown} name={name} schema={property} required={schema.required?.includes(name)} />
      ))}
    </ul>
  );
}

function Variants({ schema, ...shown }: Props) {
  const { i18n } = useLingui();
  const above = useContext(DescribedAbove);
  const { shared, variants } = variantsOf(schema);
  return (
    <ul className="properties">
      {shared && !shown.shallow && (
        <li>
          <p>
            <Trans>In each of them:</Trans>
          </p>
          <Properties {...shown} schema={shared} />
        </li>
      )}
      {variants.map(({ type, own }) => (
        <li key={type.schema}>
          <p translate="no">{type.schema && <TypeLink name={type.schema} here={shown.shallow} />}</p>
          {type.description && <p lang={contractLanguage(i18n.locale)}>{inline(type.description)}</p>}
          {!shown.shallow && !above.has(type) && <Nested {...shown} schema={own} />}
        </li>
      ))}
    </ul>
  );
}

function Property({ name, required, schema, direction, shallow }: Props & { name: string; required?: boolean }) {
  const { t, i18n } = useLingui();
  const bounds = useBounds(schema);
  const nested = schema.items?.properties ? schema.items : schema;
  const named = schema.schema ?? schema.items?.schema;
  const isLink = useContext(DescribedAbove).has(nested);
  const language = contractLanguage(i18n.locale);
  return (
    <li>
      <p>
        <code>{name}</code>
        <code>{bounds.type}</code>
        {(shallow || isLink) && named && <TypeLink name={named} here={shallow} />}
        {direction === 'request' && (required ? <strong>{t`required`}</strong> : <span>{t`optional`}</span>)}
        {schema.deprecated && <span className="font-medium text-warning">{t`deprecated`}</span>}
        {direction === 'response' && !required && <span>{t`absent when unknown`}</span>}
      </p>
      {(schema.description || bounds.words.length > 0) && (
        <p lang={language}>
          {schema.description && inline(schema.description)}
          {bounds.words.length > 0 && <small lang={language && i18n.locale}>{bounds.words.join(' · ')}</small>}
        </p>
      )}
      {schema.enum && schema.enum.length > 1 && <Values values={schema.enum} />}
      {!shallow && !isLink && (nested.properties || nested.oneOf) && <Nested schema={nested} direction={direction} />}
    </li>
  );
}

export const Values = ({ values }: { values: string[] }) => (
  <p className="code-links">
    {values.map((value) => (
      <span key={value}>{value}</span>
    ))}
  </p>
);

function Nested({ schema, direction }: Props) {
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

/** `here`: on the page of types itself, where each is listed. */
const TypeLink = ({ name, here = false }: { name: string; here?: boolean | undefined }) =>
  here ? (
    <a href={`#${name}`}>{name}</a>
  ) : (
    <LocaleLink to="/api-reference/types" hash={name}>
      {name}
    </LocaleLink>
  );

export const Disclosure = ({ summary, children }: { summary: ReactNode; children: ReactNode }) => (
  <details className="disclosure">
    <summary>{summary}</summary>
    {children}
  </details>
);

export function useBounds(schema: Schema): { type: string; words: string[] } {
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
    'x-expected': expected,
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
  if (expected && words.length === 0 && i18n.locale === 'en') words.push(expected);
  if (fallback !== undefined) words.push(t`default ${JSON.stringify(fallback)}`);
  if (schema.enum?.length === 1) words.push(t`always ${schema.enum[0] ?? ''}`);
  const element = items && (items.schema ?? items.type ?? 'object');
  const name = type === 'array' ? t`array of ${element ?? 'object'}` : type;
  const typed = [name, format ?? contentEncoding].filter(Boolean).join(' · ');
  return { type: schema.nullable ? t`${typed} or null` : typed, words };
}
