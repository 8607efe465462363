import { Trans, useLingui } from '@lingui/react/macro';
import type { ServiceKey } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import { facts } from '../../content/facts';
import { install, runCli } from '../../content/service';
import { CodeBlock } from '../../ui/CodeBlock';
import { TextLink } from '../navigation/LocaleLink';

type Props = { keys: ServiceKey; titles: readonly [string, string, string, string] };

export function FirstSteps({ keys, titles }: Props) {
  const { t } = useLingui();
  const environment = `SIGILL_PUBLIC_KEY=${keys.public_key}\nSIGILL_SECRET=${keys.secret}\nSIGILL_BASE_URL=${facts.site_url}`;
  const terminal = (code: string) => [{ label: t`Terminal`, code }];
  return (
    <section aria-labelledby="what-next">
      <h2 id="what-next" className="display mb-8 text-2xl">{t`Next steps`}</h2>
      <ol className="space-y-10">
        <Step number={1} title={titles[0]}>
          <CodeBlock tabs={[{ label: '.env', code: environment }]} />
          <p className="mt-2 text-sm text-muted">{t`Never put them in a repository, an app or a web page.`}</p>
        </Step>
        <Step number={2} title={titles[1]}>
          <CodeBlock tabs={terminal(install)} />
        </Step>
        <Step number={3} title={titles[2]}>
          <CodeBlock tabs={[{ label: 'first-session.ts', code: firstSession }]} />
          <p className="mt-4 mb-2 text-sm text-muted">{t`Save it next to the .env file. It runs on Node 24 as is.`}</p>
          <CodeBlock tabs={terminal('node --env-file=.env first-session.ts')} />
          <p className="mt-3 text-sm">
            <Trans>
              Every call and its errors are in the{' '}
              <TextLink to="/api-reference" hash="session.create">
                API reference
              </TextLink>
              . The <TextLink to="/demo">demo</TextLink> shows the full flow with specimen documents.
            </Trans>
          </p>
        </Step>
        <Step number={4} title={titles[3]}>
          <CodeBlock tabs={terminal(`${runCli} listen --env .env --forward http://localhost:8080/hook`)} />
          <p className="mt-4 mb-2 text-sm text-muted">
            {t`In another terminal, run a complete specimen session. It works in production too and is never billed.`}
          </p>
          <CodeBlock tabs={terminal(`${runCli} trigger approved --env .env`)} />
        </Step>
      </ol>
    </section>
  );
}

const firstSession = `import { Sigill } from '${facts.sdk_package}';

const sigill = new Sigill();
const { id, open_url } = await sigill.session.create({ reference: 'order-1042' });
console.log(open_url);

const session = await sigill.session.waitFor(id);
console.log(session.state);`;

const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <li className="grid gap-x-6 gap-y-4 xl:grid-cols-[20rem_1fr]">
    <h3 className="flex gap-4 text-base font-medium">
      <span aria-hidden="true" className="font-mono text-sm leading-7 text-accent">
        {number}
      </span>
      {title}
    </h3>
    <div className="min-w-0">{children}</div>
  </li>
);
