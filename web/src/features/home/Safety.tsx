import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { facts } from '../../content/facts';
import { checkNames } from '../../ui/CheckGlyph';
import { countries } from '../coverage/countries';
import { Heading, MoreLink } from '../marketing/Heading';

/** Every figure must be true of the service. The security page explains them. */
export function Safety() {
  const { t } = useLingui();
  const provable = countries.filter(({ trust_anchor }) => trust_anchor).length;
  return (
    <section aria-labelledby="safety" className="border-t border-hairline bg-sunken py-20">
      <div className="page">
        <Heading id="safety" label={t`Security and privacy`}>{t`What we don’t keep can’t leak`}</Heading>
        <dl className="mt-12 grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          <Figure value={<Trans>{facts.identity_data_hours} h</Trans>}>
            <Trans>after a session ends, its identity data and the key that sealed it are destroyed.</Trans>
          </Figure>
          <Figure value={facts.sealing}>
            <Trans>seals names, numbers and portraits, with a separate key for each session.</Trans>
          </Figure>
          <Figure value={checkNames.length}>{t`checks on every verification, each with its own verdict.`}</Figure>
          <Figure value={provable}>
            <Plural
              value={provable}
              one="country or territory whose signing certificate is in public master lists."
              other="countries and territories whose signing certificates are in public master lists."
            />
          </Figure>
        </dl>
        <p className="mt-6">
          <MoreLink to="/security">{t`How we protect it`}</MoreLink>
        </p>
      </div>
    </section>
  );
}

/** The term precedes its figure in reading order, but is shown below it. */
const Figure = ({ value, children }: { value: ReactNode; children: ReactNode }) => (
  <div className="flex flex-col-reverse justify-end border-t-2 border-accent pt-4">
    <dt className="mt-2 measure text-sm text-muted">{children}</dt>
    <dd className="display text-2xl whitespace-nowrap tabular-nums">{value}</dd>
  </div>
);
