import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { facts } from '../../content/facts';
import { formatCount } from '../../ui/format';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';
import { DeveloperShelves } from './DeveloperShelves';
import { DeveloperSteps } from './DeveloperSteps';

export function DeveloperPage() {
  const { t, i18n } = useLingui();
  const free = formatCount(facts.free_verifications, i18n.locale);
  return (
    <SitePage
      name="developer"
      art="weave"
      title={t`Developer`}
      heading={<Trans>Two calls from your backend</Trans>}
      description={t`Integration guide, API guide and API reference. One SDK for TypeScript, one HTTP API, signed callbacks.`}
      lead={
        <Trans>
          There is no sandbox: your first {free} verifications are free, in production, and the demo takes specimen
          documents.
        </Trans>
      }
    >
      <ul className="grid gap-x-8 gap-y-10 md:grid-cols-3">
        <Door to="/integration-guide" title={<Trans>Integration guide</Trans>}>
          <Trans>From the first call to going live: sessions, callbacks, retries, data protection.</Trans>
        </Door>
        <Door to="/api-guide" title={<Trans>API guide</Trans>}>
          <Trans>What applies to every call: conventions, status codes, retries, idempotency.</Trans>
        </Door>
        <Door to="/api-reference" title={<Trans>API reference</Trans>}>
          <Trans>Every call with its properties, examples and errors.</Trans>
        </Door>
      </ul>
      <section aria-labelledby="quick" className="mt-20">
        <h2 id="quick" className="display text-2xl">{t`Everything you need`}</h2>
        <DeveloperSteps />
      </section>
      <section aria-labelledby="more" className="mt-20">
        <h2 id="more" className="display text-2xl">{t`More resources`}</h2>
        <DeveloperShelves />
      </section>
    </SitePage>
  );
}

function Door({ to, title, children }: { to: string; title: ReactNode; children: ReactNode }) {
  return (
    <li className="relative border-t-2 border-accent pt-5">
      <h2 className="display text-xl">
        <LocaleLink to={to} className="after:absolute after:inset-0 hover:text-accent">
          {title}
          {'\u00a0'}
          <Icon name="arrow" className="inline size-5 text-accent" />
        </LocaleLink>
      </h2>
      <p className="mt-2 measure text-muted">{children}</p>
    </li>
  );
}
