import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { facts } from '../../content/facts';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';
import { ReadDocuments, SignedCalls, StoredSecrets } from './SecurityTopics';

/** What is stored, under which keys and for how long, and where to report a vulnerability. Every statement must be true of the service. */
export function SecurityPage() {
  const { t } = useLingui();
  return (
    <SitePage
      name="security"
      art="wreath"
      title={t`Security`}
      heading={<Trans>What we keep, and under which key</Trans>}
      description={t`How identity data is sealed and destroyed, how secrets are stored and callbacks signed, and where to report a vulnerability.`}
      lead={
        <Trans>We hold the data of people who never chose us. So we keep it sealed, and we don’t keep it long.</Trans>
      }
    >
      <LifeOfTheData />
      <StoredSecrets />
      <ReadDocuments />
      <SignedCalls />
      <Disclosure />
    </SitePage>
  );
}

/** The path of a person's data, from the chip to its deletion. */
function LifeOfTheData() {
  const steps: [title: ReactNode, text: ReactNode][] = [
    [
      <Trans key="0" context="of data">
        Read
      </Trans>,
      <Trans key="1">Names, dates, document and portrait come from the chip over an encrypted connection.</Trans>,
    ],
    [
      <Trans key="0">Sealed</Trans>,
      <Trans key="1">
        {facts.sealing} with a key used only for this session, which is itself sealed with the service’s key.
      </Trans>,
    ],
    [
      <Trans key="0">Fetched</Trans>,
      <Trans key="1">
        Your server fetches the result over the API, and your account sees it on the session page. It never appears in a
        list.
      </Trans>,
    ],
    [
      <Trans key="0">Destroyed</Trans>,
      <Trans key="1">
        Data and key are deleted {facts.identity_data_hours} hours after the session ends, or immediately when you
        request it.
      </Trans>,
    ],
  ];
  return (
    <section aria-labelledby="life" className="lg:mt-20">
      <h2 id="life" className="display text-2xl">
        <Trans>The lifecycle of the data</Trans>
      </h2>
      <ol className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(([title, text], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the four never change.
          <li key={index} className="border-t-2 border-accent pt-4">
            <span aria-hidden="true" className="font-mono text-sm text-accent">
              {index + 1}
            </span>
            <h3 className="display mt-1 text-xl">{title}</h3>
            <p className="mt-2 measure text-sm text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Disclosure() {
  return (
    <section aria-labelledby="report" className="mt-16 rounded-md border border-edge bg-raised px-6 py-8 sm:px-10">
      <h2 id="report" className="display text-2xl">
        <Trans>Found a vulnerability?</Trans>
      </h2>
      <p className="mt-3 measure text-muted">
        <Trans>
          Write to{' '}
          <a href={`mailto:${facts.security_email}`} className="link whitespace-nowrap">
            {facts.security_email}
          </a>{' '}
          with what you did and what you saw. Test on your own account with specimens: the demo and specimen sessions
          run the same checks. Leave other people’s data alone.
        </Trans>
      </p>
      <p className="mt-5 flex flex-wrap gap-x-8 gap-y-2 text-sm">
        <a href="/.well-known/security.txt" className="link inline-flex min-h-9 items-center gap-2 font-mono">
          security.txt
          <Icon name="external" className="size-4" />
        </a>
        <LocaleLink to="/privacy" className="link inline-flex min-h-9 items-center gap-2">
          <Trans>Privacy policy</Trans>
          <Icon name="arrow" className="size-4" />
        </LocaleLink>
        <LocaleLink to="/status" className="link inline-flex min-h-9 items-center gap-2">
          <Trans>System status</Trans>
          <Icon name="arrow" className="size-4" />
        </LocaleLink>
      </p>
    </section>
  );
}
