import { Trans, useLingui } from '@lingui/react/macro';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from '../navigation/LocaleLink';
import { Properties, useBounds, Values } from './Properties';
import { Prose } from './Prose';
import { ReferencePage } from './ReferencePage';
import { type NamedType, placeOf } from './reference';

export function TypesPage({ types }: { types: NamedType[] }) {
  const { t } = useLingui();
  return (
    <ReferencePage
      path="/api-reference/types"
      title={t`Types`}
      description={t`Every API type as the SDK exports it: its properties, its limits and where it is used.`}
      lead={t`The named types in requests and responses. The SDK exports each under the same name.`}
    >
      <details className="type-menu group mt-10">
        <summary className="flex min-h-12 list-none items-center justify-between">
          <Trans>All types</Trans>
          <Icon name="chevron" className="size-5 text-muted group-open:rotate-180" />
        </summary>
        <nav aria-label={t`Types`}>
          <ul className="code-columns">
            {types.map(({ name }) => (
              <li key={name}>
                <a href={`#${name}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      </details>
      <div className="types">
        {types.map((type) => (
          <TypeSection key={type.name} type={type} />
        ))}
      </div>
    </ReferencePage>
  );
}

function TypeSection({ type }: { type: NamedType }) {
  const { name, description, properties, oneOf, enum: values = [], extends: bases = [] } = type;
  return (
    <section id={name}>
      <h2 translate="no">
        <a href={`#${name}`}>{name}</a>
      </h2>
      <div>
        {description && <Prose text={description} />}
        {bases.length > 0 && <AllOf names={bases} />}
        {properties || oneOf ? <Properties schema={type} direction="response" shallow /> : <Scalar type={type} />}
        {values.length > 1 && <Values values={values} />}
        <UsedBy type={type} />
      </div>
    </section>
  );
}

/** Lists the types that a type extends. They are described in their own entries. */
const AllOf = ({ names }: { names: string[] }) => (
  <p className="text-sm">
    {names.map((name) => (
      <Trans key={name}>
        All properties of{' '}
        <a href={`#${name}`} className="link font-mono">
          {name}
        </a>
        , and:
      </Trans>
    ))}
  </p>
);

function Scalar({ type }: { type: NamedType }) {
  const bounds = useBounds(type);
  return (
    <p className="scalar">
      <span translate="no">{bounds.type}</span>
      {bounds.words.length > 0 && <span>{bounds.words.join(' · ')}</span>}
    </p>
  );
}

/** From this many calls or types that use a type, their number is shown instead of their names. */
const MANY = 7;

function UsedBy({ type: { calls, types } }: { type: NamedType }) {
  const [callCount, typeCount] = [calls.length, types.length];
  if (callCount + typeCount === 0) return null;
  return (
    <div>
      <h3>
        <Trans>Used by</Trans>
      </h3>
      <p className="code-links">
        {typeCount < MANY ? (
          types.map((name) => (
            <a key={name} href={`#${name}`}>
              {name}
            </a>
          ))
        ) : (
          <span>
            <Trans>{typeCount} types</Trans>
          </span>
        )}
        {callCount < MANY ? (
          calls.map((call) => (
            <LocaleLink key={call} {...placeOf(call)}>
              {call}
            </LocaleLink>
          ))
        ) : (
          <span>
            <Trans>{callCount} calls</Trans>
          </span>
        )}
      </p>
    </div>
  );
}
