import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { facts } from '../../content/facts';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';

/** What is kept, under which keys and how long, and where to write about a weakness. It says only what the service does. */
export function SecurityPage() {
  const { t } = useLingui();
  return (
    <SitePage
      name="security"
      art="wreath"
      title={t`Security`}
      heading={<Trans>What we keep, and under which key</Trans>}
      description={t`How identity data is sealed and destroyed, how secrets are stored and callbacks signed, and where to report a weakness.`}
      lead={
        <Trans>
          We hold the data of people who never chose us. So it is sealed as long as it is here, and it is not here for
          long.
        </Trans>
      }
    >
      <LifeOfTheData />
      <Topic title={<Trans>Secrets</Trans>}>
        <Point name={<Trans>API secrets and tokens</Trans>}>
          <Trans>Stored as SHA-256 hashes. A secret is shown once, and nobody can show it again.</Trans>
        </Point>
        <Point name={<Trans>Passwords</Trans>}>
          <Trans>
            Stored with argon2id. Guessing is slowed down for the account, for the address and in all, and does not lock
            out the owner.
          </Trans>
        </Point>
        <Point name={<Trans>Sign-ins</Trans>}>
          <Trans>
            Access lasts for minutes and is renewed with a token that changes each time. When an old one comes back, the
            sign-in ends: somebody has copied it.
          </Trans>
        </Point>
      </Topic>
      <Topic title={<Trans>Documents</Trans>}>
        <Point name={<Trans>Origin</Trans>}>
          <Trans>
            The signature of the chip is followed to a certificate of the issuing state. An unknown issuer is rejected,
            never waved through.{' '}
            <LocaleLink to="/trust" className="link">
              Whose documents can be verified here
            </LocaleLink>
          </Trans>
        </Point>
        <Point name={<Trans>The phone</Trans>}>
          <Trans>
            It only reads and sends. Every check runs on the server, from the bytes of the chip; what a phone claims is
            not believed.
          </Trans>
        </Point>
        <Point name={<Trans>Copies</Trans>}>
          <Trans>
            Where a chip can prove that it is the original, it is asked to: with a key that never leaves it, and a
            challenge that is used once.
          </Trans>
        </Point>
      </Topic>
      <Topic title={<Trans>Calls</Trans>}>
        <Point name={<Trans>Callbacks</Trans>}>
          <Trans>
            Signed with HMAC-SHA256 under a secret of your account, with the time in the signature. They carry the state
            of a session and no identity data, and are never sent to private addresses.
          </Trans>
        </Point>
        <Point name={<Trans>Accounts</Trans>}>
          <Trans>
            Another account’s session answers exactly like one that does not exist. Each call is tried as a stranger, as
            another account and with a revoked key before a release.
          </Trans>
        </Point>
        <Point name={<Trans>Audit log</Trans>}>
          <Trans>
            Who did what in the account and when, in a chain in which a changed or missing entry is noticed. It holds no
            identity data.
          </Trans>
        </Point>
      </Topic>
      <Disclosure />
    </SitePage>
  );
}

/** The way of one person's data, from the chip to nothing. */
function LifeOfTheData() {
  const steps: [title: ReactNode, text: ReactNode][] = [
    [
      <Trans key="0">Read</Trans>,
      <Trans key="1">Names, dates, document and portrait come from the chip over an encrypted connection.</Trans>,
    ],
    [
      <Trans key="0">Sealed</Trans>,
      <Trans key="1">
        {facts.sealing} under a key made for this session alone, which is itself sealed under the key of the service.
      </Trans>,
    ],
    [
      <Trans key="0">Fetched</Trans>,
      <Trans key="1">
        Your server reads the result over the API, and your account sees it on the session’s page. No list shows it.
      </Trans>,
    ],
    [
      <Trans key="0">Destroyed</Trans>,
      <Trans key="1">
        {facts.identity_data_hours} hours after the end of the session, data and key are deleted; at once when you ask
        for it.
      </Trans>,
    ],
  ];
  return (
    <section aria-labelledby="life">
      <h2 id="life" className="display text-2xl">
        <Trans>The life of the data</Trans>
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

const Topic = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className="mt-16 grid gap-x-16 gap-y-6 border-t border-hairline pt-10 lg:grid-cols-[1fr_3fr]">
    <h2 className="display text-2xl">{title}</h2>
    <dl className="divide-y divide-hairline *:first:pt-1">{children}</dl>
  </section>
);

const Point = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="grid gap-x-8 gap-y-1 py-5 sm:grid-cols-[12rem_1fr]">
    <dt className="font-medium">{name}</dt>
    <dd className="measure text-muted">{children}</dd>
  </div>
);

function Disclosure() {
  return (
    <section aria-labelledby="report" className="mt-16 rounded-md border border-edge bg-raised px-6 py-8 sm:px-10">
      <h2 id="report" className="display text-2xl">
        <Trans>Found a weakness?</Trans>
      </h2>
      <p className="mt-3 measure text-muted">
        <Trans>
          Write to{' '}
          <a href={`mailto:${facts.security_email}`} className="link whitespace-nowrap">
            {facts.security_email}
          </a>
          , with what you did and what you saw. Try it on your own account, with specimens: the demo and specimen
          sessions run the same checks. Leave other people’s data alone.
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
      </p>
    </section>
  );
}
