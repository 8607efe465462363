import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { apps } from '../../content/apps';
import { codeSample } from '../../content/code-samples';
import { facts } from '../../content/facts';
import { CodeBlock } from '../../ui/CodeBlock';
import { formatCount } from '../../ui/format';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';

export function DeveloperPage() {
  const { t, i18n } = useLingui();
  const free = formatCount(facts.free_verifications, i18n.locale);
  return (
    <SitePage
      name="developer"
      art="weave"
      title={t`Developer`}
      heading={t`Two calls from your backend`}
      description={t`Integration guide, API guide and API reference. One SDK for TypeScript, one HTTP API, signed callbacks.`}
      lead={
        <Trans>
          There is no sandbox: your first {free} verifications are free, in production, and the demo takes specimen
          documents.
        </Trans>
      }
    >
      <ul className="grid gap-x-8 gap-y-10 md:grid-cols-3">
        <Door to="/integration-guide" title={t`Integration guide`}>
          <Trans>From the first call to going live: sessions, callbacks, retries, data protection.</Trans>
        </Door>
        <Door to="/api-guide" title={t`API guide`}>
          <Trans>What applies to every call: conventions, status codes, retries, idempotency.</Trans>
        </Door>
        <Door to="/api-reference" title={t`API reference`}>
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

function DeveloperSteps() {
  const { t } = useLingui();
  return (
    <ol className="mt-8 divide-y divide-hairline border-y border-hairline">
      <Step
        number={1}
        title={t`Create a key`}
        text={t`Sign up and create a public key and a secret in the portal. The secret is shown once.`}
      >
        <CodeBlock className="xl:col-span-2" label={t`Shell`} tabs={codeSample('install')} />
      </Step>
      <Step number={2} title={t`Create a session`} text={t`From your backend. Send your user to its open_url.`}>
        <CodeBlock tabs={codeSample('two-calls-create')} />
        <CodeBlock tabs={codeSample('two-calls-created')} />
      </Step>
      <Step
        number={3}
        title={t`Fetch the result`}
        text={
          <Trans>
            When the session has ended, or when the callback arrives. Store what you need: we destroy it after{' '}
            {facts.identity_data_hours} hours at the latest.
          </Trans>
        }
      >
        <CodeBlock tabs={codeSample('two-calls-fetch')} />
        <CodeBlock tabs={codeSample('two-calls-fetched')} />
      </Step>
    </ol>
  );
}

type StepProps = { number: number; title: string; text: ReactNode; children: ReactNode };

const Step = ({ number, title, text, children }: StepProps) => (
  <li className="grid gap-x-8 gap-y-5 py-8 lg:grid-cols-[1fr_3fr]">
    <div>
      <p aria-hidden="true" className="font-mono text-sm text-accent">
        {number}
      </p>
      <h3 className="display text-lg">{title}</h3>
      <p className="mt-1 measure text-muted">{text}</p>
    </div>
    <div className="grid min-w-0 gap-4 xl:grid-cols-2">{children}</div>
  </li>
);

function DeveloperShelves() {
  const { t } = useLingui();
  return (
    <div className="mt-8 grid gap-x-8 gap-y-12 md:grid-cols-3">
      <Shelf title={t`Read with a phone`}>
        <Book to="/ios-integration-guide" title={t`iOS integration guide`}>
          <Trans>iOS {apps.minimum_ios} or later</Trans>
        </Book>
        <Book to="/android-integration-guide" title={t`Android integration guide`}>
          <Trans>API level {apps.minimum_android_api} or later</Trans>
        </Book>
        <Book to="/react-native-guide" title={t`React Native guide`}>
          <Trans>Read documents in your own app, with ready-made screens</Trans>
        </Book>
        <Book to="/web-integration-guide" title={t`Web integration guide`}>{t`No longer recommended`}</Book>
      </Shelf>
      <Shelf title={t`Other ways to read`}>
        <Book to="/reader-protocol" title={t`Reader protocol`}>
          <Trans>What your own reader says to a chip, with recordings</Trans>
        </Book>
        <Book to="/computer-reader" title={t`Read with a computer`}>
          <Trans>A contactless reader on a desk, and one command</Trans>
        </Book>
        <Book to="/demo" title={t`Demo`}>{t`A session with specimen documents, and its log`}</Book>
        <Book to="/failure-guide" title={t`Failure guide`}>{t`Every reason for failure, and what helps`}</Book>
      </Shelf>
      <Shelf title={t`Keep an eye on it`}>
        <Book href="/openapi.yaml" title="OpenAPI 3.1">{t`The contract, for your own generator`}</Book>
        <Book href="/postman_collection.json" title="Postman">{t`The main flow as a collection`}</Book>
        <Book to="/changelog" title={t`Changelog`}>{t`Changes, release by release`}</Book>
        <Book to="/status" title={t`Status`}>{t`Status now and over the last 90 days`}</Book>
      </Shelf>
    </div>
  );
}

const Shelf = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div>
    <h3 className="caps border-b border-hairline pb-3">{title}</h3>
    <ul className="divide-y divide-hairline">{children}</ul>
  </div>
);

type Target = { to: string; href?: never } | { href: string; to?: never };

function Book({ to, href, title, children }: Target & { title: ReactNode; children: ReactNode }) {
  const look = 'group block py-4 hover:text-accent';
  const content = (
    <>
      <span className="block font-medium">{title}</span>{' '}
      <span className="mt-0.5 block text-sm text-muted">{children}</span>
    </>
  );
  return (
    <li>
      {to ? (
        <LocaleLink to={to} className={look}>
          {content}
        </LocaleLink>
      ) : (
        <a href={href} className={look}>
          {content}
        </a>
      )}
    </li>
  );
}
