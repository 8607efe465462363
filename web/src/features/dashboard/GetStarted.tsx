import { Trans, useLingui } from '@lingui/react/macro';
import type { GetStarted as Steps } from '@sigill/sdk/portal';
import { dashboardGetStartedOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { facts } from '../../content/facts';
import { Accordion, type Section } from '../../ui/Accordion';
import { buttonClass } from '../../ui/Button';
import { LocaleLink } from '../navigation/LocaleLink';

/** Whether all of the first steps are done. */
export const isStarted = (done: Steps): boolean =>
  done.email_verified && done.credentials_generated && done.integrated && done.billing_enabled;

/** The first four steps of an account. Completed ones are checked, and the first of the others is open. */
export function GetStarted() {
  const { t } = useLingui();
  const { data: done } = useSuspenseQuery(dashboardGetStartedOptions());
  const [chosen, choose] = useState<{ id: string | undefined }>();
  const steps: Section[] = [
    {
      id: 'verify-email',
      title: t`Verify your email`,
      completed: done.email_verified,
      content: (
        <Step text={t`Enter the code we emailed you to confirm your address.`}>
          <LocaleLink to="/verify-email" className={buttonClass({ size: 'small' })}>
            {t`Verify email`}
          </LocaleLink>
        </Step>
      ),
    },
    {
      id: 'generate-credentials',
      title: t`Generate API credentials`,
      completed: done.credentials_generated,
      content: (
        <Step text={t`A public key and a secret let your backend create sessions.`}>
          <LocaleLink to="/add-keys" className={buttonClass({ size: 'small' })}>
            {t`Add new API keys`}
          </LocaleLink>
        </Step>
      ),
    },
    {
      id: 'integrate',
      title: t`Integrate and verify your first passport or ID`,
      completed: done.integrated,
      content: (
        <Step
          text={
            <Trans>
              Create a session from your backend, send the person to its link, and read the result. The first{' '}
              {facts.free_verifications} are free.
            </Trans>
          }
        >
          <LocaleLink to="/api-reference" hash="session.create" className={buttonClass({ size: 'small' })}>
            {t`API reference`}
          </LocaleLink>
          <LocaleLink to="/demo" className={buttonClass({ size: 'small', variant: 'secondary' })}>
            {t`Try the demo`}
          </LocaleLink>
        </Step>
      ),
    },
    {
      id: 'enable-billing',
      title: t`Enable billing`,
      completed: done.billing_enabled,
      content: (
        <Step text={t`Continue after the trial. You pay only for verified identities.`}>
          <LocaleLink to="/enable-billing" className={buttonClass({ size: 'small' })}>
            {t`Enable billing`}
          </LocaleLink>
        </Step>
      ),
    },
  ];
  const first = steps.find((step) => !step.completed)?.id;
  return <Accordion steps sections={steps} open={chosen ? chosen.id : first} onOpenChange={(id) => choose({ id })} />;
}

function Step({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <>
      <p className="mb-4 text-muted">{text}</p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </>
  );
}
