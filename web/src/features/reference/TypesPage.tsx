import { Trans, useLingui } from '@lingui/react/macro';
import { LocaleLink } from '../navigation/LocaleLink';
import { Properties, useBounds, Values } from './Properties';
import { Prose } from './Prose';
import { ReferencePage } from './ReferencePage';
import { type NamedType, placeOf } from './reference';
import { AnchorLink } from './Section';

/** Every schema of the contract, which is every type that the SDK exports, and where it is used. */
export function TypesPage({ types }: { types: NamedType[] }) {
  const { t } = useLingui();
  return (
    <ReferencePage
      path="/api-reference/types"
      title={t`Types`}
      description={t`Every API type as the SDK exports it: its properties, its limits and where it is used.`}
      lead={t`The named types in requests and responses. The SDK exports each under the same name.`}
    >
      <ul className="code-columns mt-10">
        {types.map(({ name }) => (
          <li key={name}>
            <a href={`#${name}`}>{name}</a>
          </li>
        ))}
      </ul>
      <div className="types">
        {types.map((type) => (
          <TypeSection key={type.name} type={type} />
        ))}
      </div>
    </ReferencePage>
  );
}

function TypeSection({ type }: { type: NamedType }) {
  const { name, description, properties, oneOf, enum: values = [] } = type;
  return (
    <section id={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`} translate="no">
        {name}
        <AnchorLink id={name} />
      </h2>
      <div>
        {description && <Prose text={description} />}
        {properties || oneOf ? <Properties schema={type} direction="response" shallow /> : <Scalar type={type} />}
        {values.length > 1 && <Values values={values} />}
        <UsedBy type={type} />
      </div>
    </section>
  );
}

function Scalar({ type }: { type: NamedType }) {
  const bounds = useBounds(type);
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-muted">
      <span translate="no" className="caps leading-5">
        {bounds.type}
      </span>
      {bounds.words.length > 0 && <span>{bounds.words.join(' · ')}</span>}
    </p>
  );
}

/** A type that this many calls use, such as an id, is no way to find one of them. */
const MANY_CALLS = 9;

function UsedBy({ type: { calls, types } }: { type: NamedType }) {
  const count = calls.length;
  if (count + types.length === 0) return null;
  return (
    <div className="text-sm">
      <h3 className="caps mb-1">
        <Trans>Used by</Trans>
      </h3>
      <p className="code-links">
        {types.map((name) => (
          <a key={name} href={`#${name}`}>
            {name}
          </a>
        ))}
        {calls.length < MANY_CALLS ? (
          calls.map((call) => (
            <LocaleLink key={call} {...placeOf(call)}>
              {call}
            </LocaleLink>
          ))
        ) : (
          <span>
            <Trans>{count} calls</Trans>
          </span>
        )}
      </p>
    </div>
  );
}
