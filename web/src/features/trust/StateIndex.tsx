import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { TrustOverview } from '@sigill/sdk/portal';
import { usePageLocale } from '../coverage/use-page-locale';
import { stateName } from './state-name';

type State = TrustOverview['states'][number];

export function StateIndex({ states }: { states: State[] }) {
  const { t } = useLingui();
  const locale = usePageLocale();
  const { compare } = new Intl.Collator(locale);
  const named = states
    .map((state) => ({ ...state, name: stateName(state.country, locale) }))
    .sort((a, b) => compare(a.name, b.name));
  return (
    <section aria-labelledby="states" className="mt-16">
      <h2 id="states" className="display text-2xl">{t`States`}</h2>
      <p className="mt-2 measure text-muted">
        <Trans>With the number of signing certificates, and the revocation list if we have one.</Trans>
      </p>
      <ul className="mt-6 gap-x-12 border-t border-hairline text-sm sm:columns-2 lg:columns-3">
        {named.map((state) => (
          <Row key={state.country} state={state} name={state.name} />
        ))}
      </ul>
    </section>
  );
}

function Row({ state: { country, anchors, revocations }, name }: { state: State; name: string }) {
  return (
    <li data-state={country} className="flex break-inside-avoid items-start gap-3 border-b border-hairline py-1.5">
      <span className="w-6 shrink-0 font-mono text-xs leading-6 text-muted">{country}</span>
      <span className="min-w-0 grow">
        {name}
        {revocations && (
          <span className={`block text-xs ${revocations.overdue ? 'text-warning' : 'text-muted'}`}>
            {revocations.overdue ? (
              <Trans>Revocation list from {revocations.date}, overdue</Trans>
            ) : (
              <Trans>Revocation list from {revocations.date}</Trans>
            )}
          </span>
        )}
      </span>
      <span className="tabular-nums">
        {anchors}
        <span className="sr-only">
          {' '}
          <Plural value={anchors} one="signing certificate" other="signing certificates" />
        </span>
      </span>
    </li>
  );
}
