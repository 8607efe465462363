import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { facts } from '../../content/facts';
import { CodeBlock } from '../../ui/CodeBlock';

const install = `npm install ${facts.sdk_package}

export SIGILL_PUBLIC_KEY=public-key-…
export SIGILL_SECRET=secret-…
export SIGILL_BASE_URL=${facts.site_url}`;

const create = `import { Sigill } from '${facts.sdk_package}';

const sigill = new Sigill();
const { id, open_url } =
  await sigill.session.create();`;

const created = `{
  "id": 4821930477261,
  "token": "n3Qm8sVt0yKfW2cL…",
  "expires": "2026-03-03T09:30:00.000Z",
  "open_url": "${facts.site_url}/open?token=…"
}`;

const fetchResult = `const session =
  await sigill.session.waitFor(id);

if (session.state === 'APPROVED')
  console.log(session.surname);`;

const result = `{
  "id": 4821930477261,
  "state": "APPROVED",
  "surname": "ERIKSSON",
  "document_type": "PASSPORT",
  …
}`;

/** Each step with its code, and the response beside it. */
export function DeveloperSteps() {
  const { t } = useLingui();
  return (
    <ol className="mt-8 divide-y divide-hairline border-y border-hairline">
      <Step
        number={1}
        title={t`Create a key`}
        text={t`Sign up and create a public key and a secret in the portal. The secret is shown once.`}
      >
        <CodeBlock className="xl:col-span-2" tabs={[{ label: t`Shell`, code: install }]} />
      </Step>
      <Step number={2} title={t`Create a session`} text={t`From your backend. Send your user to its open_url.`}>
        <CodeBlock tabs={[{ label: 'TypeScript', code: create }]} />
        <CodeBlock tabs={[{ label: '200 OK', code: created }]} />
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
        <CodeBlock tabs={[{ label: 'TypeScript', code: fetchResult }]} />
        <CodeBlock tabs={[{ label: '200 OK', code: result }]} />
      </Step>
    </ol>
  );
}

const Step = ({
  number,
  title,
  text,
  children,
}: {
  number: number;
  title: string;
  text: ReactNode;
  children: ReactNode;
}) => (
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
