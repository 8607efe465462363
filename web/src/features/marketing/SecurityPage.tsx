import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { codeSample } from '../../content/code-samples';
import { facts } from '../../content/facts';
import { CheckGlyph, type CheckName } from '../../ui/CheckGlyph';
import { CodeBlock } from '../../ui/CodeBlock';
import { Icon } from '../../ui/Icon';
import { TextLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';
import { MoreLink } from './Heading';

/** Every statement must be true of the service. */
export function SecurityPage() {
  const { t } = useLingui();
  return (
    <SitePage
      name="security"
      art="wreath"
      title={t`Security`}
      heading={t`What we keep, and under which key`}
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

function LifeOfTheData() {
  const { t } = useLingui();
  const steps = [
    {
      title: t({ message: 'Read', context: 'of data' }),
      text: t`Names, dates, document and portrait come from the chip over an encrypted connection.`,
    },
    {
      title: t`Sealed`,
      text: t`${facts.sealing} with a key used only for this session, which is itself sealed with the service’s key.`,
    },
    {
      title: t`Fetched`,
      text: t`Your server fetches the result over the API, and your account sees it on the session page. It never appears in a list.`,
    },
    {
      title: t`Destroyed`,
      text: t`Data and key are deleted ${facts.identity_data_hours} hours after the session ends, or immediately when you request it.`,
    },
  ];
  return (
    <section aria-labelledby="life" className="lg:mt-20">
      <h2 id="life" className="display text-2xl">{t`The lifecycle of the data`}</h2>
      <ol className="mt-8 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="border-t-2 border-accent pt-4">
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
  const { t } = useLingui();
  return (
    <section aria-labelledby="report" className="mt-16 rounded-md border border-edge bg-raised px-6 py-8 sm:px-10">
      <h2 id="report" className="display text-2xl">{t`Found a vulnerability?`}</h2>
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
        <MoreLink to="/privacy" className="min-h-9">{t`Privacy policy`}</MoreLink>
        <MoreLink to="/status" className="min-h-9">{t`System status`}</MoreLink>
      </p>
    </section>
  );
}

function StoredSecrets() {
  const { t } = useLingui();
  return (
    <Topic
      title={t`Secrets`}
      lead={
        <Trans>A copy of the database reveals only hashes like these, and none of them can be used to sign in.</Trans>
      }
    >
      <dl className="mt-8 divide-y divide-hairline border-y border-hairline">
        <Stored name={t`API secrets and tokens`} as="sha-256 · 5d1c0e…9a4f">
          <Trans>Stored as SHA-256 hashes. A secret is shown once and cannot be shown again.</Trans>
        </Stored>
        <Stored name={t`Passwords`} as="$argon2id$v=19$m=…$…">
          <Trans>
            Stored with argon2id. Guessing is throttled per account and per network, without locking out the owner.
          </Trans>
        </Stored>
        <Stored name={t`Sign-ins`} as="sha-256 · e07b31…c2d8">
          <Trans>
            Access lasts minutes and is renewed with a token that changes each time. If an old token is used again, we
            end the sign-in: someone has copied it.
          </Trans>
        </Stored>
      </dl>
    </Topic>
  );
}

const Stored = ({ name, as, children }: { name: ReactNode; as: string; children: ReactNode }) => (
  <div className="grid gap-x-12 gap-y-1 py-6 lg:grid-cols-[2fr_1fr] lg:items-center">
    <dt className="font-medium">{name}</dt>
    <dd className="measure text-muted">{children}</dd>
    <dd className="mt-2 rounded-md bg-sunken px-4 py-3 font-mono text-xs text-muted lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0">
      <code>{as}</code>
    </dd>
  </div>
);

function ReadDocuments() {
  const { t } = useLingui();
  return (
    <Topic title={t`Documents`}>
      <dl className="mt-8 grid gap-x-12 gap-y-10 md:grid-cols-3">
        <Mark name="issuer" title={t`Origin`}>
          <Trans>
            The chip’s signature is traced to a certificate of the issuing state. An unknown issuer is rejected, never
            waved through. <TextLink to="/trust">Which documents can be verified here</TextLink>
          </Trans>
        </Mark>
        <Mark name="data" title={t`The phone`}>
          <Trans>
            It only reads and sends. Every check runs on the server, on the bytes of the chip. We never trust what a
            phone claims.
          </Trans>
        </Mark>
        <Mark name="clone" title={t`Copies`}>
          <Trans>
            A chip that can sign a single-use challenge must do so, with a key that never leaves it. A session can
            require a proof from every chip.
          </Trans>
        </Mark>
      </dl>
    </Topic>
  );
}

const Mark = ({ name, title, children }: { name: CheckName; title: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-[auto_1fr] gap-x-5 md:block">
    <dt className="contents">
      <span className="row-span-2 text-accent">
        <CheckGlyph name={name} status="PASSED" className="size-14" />
      </span>
      <span className="display block text-xl md:mt-5">{title}</span>
    </dt>
    <dd className="mt-1 measure text-muted">{children}</dd>
  </div>
);

function SignedCalls() {
  const { t } = useLingui();
  return (
    <Topic title={t`Calls`}>
      <div className="mt-8 grid gap-x-16 gap-y-8 lg:grid-cols-2 lg:items-start">
        <dl className="space-y-7">
          <Point name={t`Callbacks`}>
            <Trans>
              Signed with HMAC-SHA256 and your account’s secret, with the time in the signature. They carry the state of
              a session but no identity data, and are never sent to private addresses.
            </Trans>
          </Point>
          <Point name={t`Accounts`}>
            <Trans>
              Another account’s session gets exactly the same response as one that does not exist. Before each release,
              every call is tested without credentials, from another account and with a revoked key.
            </Trans>
          </Point>
          <Point name={t`Audit log`}>
            <Trans>
              Who did what in the account and when, in a hash chain that reveals changed or missing entries. It holds no
              identity data.
            </Trans>
          </Point>
        </dl>
        <CodeBlock tabs={codeSample('callback')} />
      </div>
    </Topic>
  );
}

const Point = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt className="font-medium">{name}</dt>
    <dd className="mt-1 measure text-muted">{children}</dd>
  </div>
);

const Topic = ({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children: ReactNode }) => (
  <section className="mt-20">
    <h2 className="display text-2xl">{title}</h2>
    {lead && <p className="mt-2 measure text-muted">{lead}</p>}
    {children}
  </section>
);
