import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { facts } from '../../content/facts';
import { useMayOpen } from '../app/may-open';
import { ButtonLink } from '../navigation/LocaleLink';
import { ExampleCallback } from './ExampleCallback';

export function FirstCallback() {
  const { t } = useLingui();
  const mayOpen = useMayOpen();
  return (
    <div className="grid gap-x-16 gap-y-12 xl:grid-cols-2">
      <section aria-labelledby="first-callback" className="min-w-0">
        <h2 id="first-callback" className="display text-xl">{t`Your callbacks will appear here.`}</h2>
        <p className="mt-3 measure text-muted">
          <Trans>
            A callback tells your backend that a session has changed, so you don’t have to poll. It is signed and
            contains no identity data. If your backend doesn’t respond, we retry up to {facts.callback_retries} times.
          </Trans>
        </p>
        <ol className="mt-6 divide-y divide-hairline border-y border-hairline">
          {mayOpen('/callback-endpoints') && (
            <Way
              title={t`For all sessions`}
              link={<ButtonLink to="/callback-endpoints" size="small">{t`Add an endpoint`}</ButtonLink>}
            >
              {t`An endpoint is one URL that receives the events of every session.`}
            </Way>
          )}
          <Way
            title={t`For one session`}
            link={
              <ButtonLink to="/api-reference" hash="session.create" size="small" variant="secondary">
                {t`How to create a session`}
              </ButtonLink>
            }
          >
            <Trans>
              Create it with a <span className="font-mono text-sm">callback_url</span> of its own.
            </Trans>
          </Way>
          {mayOpen('/callback-test') && (
            <Way
              title={t`To try your receiver`}
              link={<ButtonLink to="/callback-test" size="small" variant="secondary">{t`Send a test`}</ButtonLink>}
            >
              {t`Send it a signed test event. No session is needed.`}
            </Way>
          )}
        </ol>
      </section>
      <ExampleCallback />
    </div>
  );
}

const Way = ({ title, link, children }: { title: string; link: ReactNode; children: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
    <div className="min-w-0 text-sm">
      <h3 className="font-medium">{title}</h3>
      <p className="text-muted">{children}</p>
    </div>
    {link}
  </li>
);
