import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { facts } from '../../content/facts';
import { CodeBlock } from '../../ui/CodeBlock';
import { formatCount } from '../../ui/format';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';

export function DeveloperPage() {
  const { t, i18n } = useLingui();
  const free = formatCount(facts.free_verifications, i18n.locale);
  const steps = [
    {
      title: t`Create a key`,
      text: t`Sign up and create a public key and a secret in the portal. The secret is shown once.`,
      label: t`Shell`,
      code: `npm install ${facts.sdk_package}

export SIGILL_PUBLIC_KEY=public-key-…
export SIGILL_SECRET=secret-…
export SIGILL_BASE_URL=${facts.site_url}`,
    },
    {
      title: t`Create a session`,
      text: t`From your backend. Send your user to its open_url.`,
      label: 'TypeScript',
      code: `import { Sigill } from '${facts.sdk_package}';

const sigill = new Sigill();
const { id, open_url } =
  await sigill.session.create();`,
    },
    {
      title: t`Fetch the result`,
      text: t`When the session has ended, or when the callback says so.`,
      label: 'TypeScript',
      code: `const session =
  await sigill.session.waitFor(id);

if (session.state === 'APPROVED')
  console.log(session.surname);`,
    },
  ];
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
          <Trans>What holds for every call: conventions, status codes, retries, idempotency.</Trans>
        </Door>
        <Door to="/api-reference" title={<Trans>API reference</Trans>}>
          <Trans>Every call with its properties, examples and errors.</Trans>
        </Door>
      </ul>
      <section aria-labelledby="quick" className="mt-20">
        <h2 id="quick" className="display text-2xl">
          <Trans>The whole of it</Trans>
        </h2>
        <ol className="mt-8 grid gap-x-8 gap-y-4 lg:grid-cols-3">
          {steps.map(({ title, text, label, code }, index) => (
            <li key={title} className="row-span-2 grid min-w-0 grid-rows-subgrid max-lg:not-last:mb-4">
              <div>
                <p aria-hidden="true" className="font-mono text-sm text-accent">
                  {index + 1}
                </p>
                <h3 className="display text-lg">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </div>
              <CodeBlock tabs={[{ label, code }]} />
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="more" className="mt-20 grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_2fr]">
        <h2 id="more" className="display text-2xl">
          <Trans>Also here</Trans>
        </h2>
        <ul className="divide-y divide-hairline border-y border-hairline">
          <More to="/ios-integration-guide" title={<Trans>iOS integration guide</Trans>}>
            <Trans>iOS {facts.apps.minimum_ios} or later</Trans>
          </More>
          <More to="/android-integration-guide" title={<Trans>Android integration guide</Trans>}>
            <Trans>API level {facts.apps.minimum_android_api} or later</Trans>
          </More>
          <More to="/react-native-guide" title={<Trans>React Native guide</Trans>}>
            <Trans>Read documents in your own app, with ready screens</Trans>
          </More>
          <More to="/reader-protocol" title={<Trans>Reader protocol</Trans>}>
            <Trans>What a reader of your own says to a chip, with recordings</Trans>
          </More>
          <More to="/computer-reader" title={<Trans>Read with a computer</Trans>}>
            <Trans>A contactless reader on a desk, and one command</Trans>
          </More>
          <More to="/web-integration-guide" title={<Trans>Web integration guide</Trans>}>
            <Trans>No longer recommended</Trans>
          </More>
          <More to="/demo" title={<Trans>Demo</Trans>}>
            <Trans>A session with specimen documents, and its log</Trans>
          </More>
          <More href="/openapi.yaml" title="OpenAPI 3.1">
            <Trans>The contract, for your own generator</Trans>
          </More>
        </ul>
      </section>
    </SitePage>
  );
}

function Door({ to, title, children }: { to: string; title: ReactNode; children: ReactNode }) {
  return (
    <li className="relative border-t-2 border-accent pt-5">
      <h2 className="display text-xl">
        <LocaleLink to={to} className="inline-flex items-center gap-3 after:absolute after:inset-0 hover:text-accent">
          {title}
          <Icon name="arrow" className="size-5 text-accent" />
        </LocaleLink>
      </h2>
      <p className="mt-2 measure text-muted">{children}</p>
    </li>
  );
}

type Target = { to: string; href?: never } | { href: string; to?: never };

function More({ to, href, title, children }: Target & { title: ReactNode; children: ReactNode }) {
  const look =
    'grid min-h-14 items-center gap-x-6 py-3 hover:text-accent sm:grid-cols-[16rem_1fr] [&>span:last-child]:text-muted';
  const content = (
    <>
      <span>{title}</span> <span className="text-sm">{children}</span>
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
