import { Trans, useLingui } from '@lingui/react/macro';
import { facts } from '../../content/facts';
import { formatCount } from '../../ui/format';

export function CoveredPersons() {
  const { i18n } = useLingui();
  const persons = formatCount(facts.coverage_persons, i18n.locale);
  return (
    <p className="display text-3xl text-balance">
      <Trans>
        Covers more than <span className="whitespace-nowrap text-accent tabular-nums">{persons}</span>{' '}
        <span className="whitespace-nowrap">natural persons.</span>
      </Trans>
    </p>
  );
}
