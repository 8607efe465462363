import { useLingui } from '@lingui/react/macro';
import type { GetStarted as Steps } from '@sigill/sdk/portal';
import { dashboardGetStartedOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { facts } from '../../content/facts';
import { Accordion } from '../../ui/Accordion';
import { buttonClass } from '../../ui/Button';
import { LocaleLink } from '../navigation/LocaleLink';

export const isStarted = (done: Steps): boolean =>
  done.email_verified && done.credentials_generated && done.integrated && done.billing_enabled;

/** The first four steps of an account. Completed ones are checked, and the first of the others is open. */
export function GetStarted() {
  const { t } = useLingui();
  const { data: done } = useSuspenseQuery(dashboardGetStartedOptions());
  const [chosen, choose] = useState<{ id: string | undefined }>();
  const steps = [
    {
      id: 'verify-email',
      title: t`Verify your email`,
      completed: done.email_verified,
      text: t`Enter the code we emailed you to confirm your address.`,
      links: [{ to: '/verify-email', name: t`Verify email` }],
    },
    {
      id: 'generate-credentials',
      title: t`Generate API credentials`,
      completed: done.credentials_generated,
      text: t`A public key and a secret let your backend create sessions.`,
      links: [{ to: '/add-keys', name: t`Add new API keys` }],
    },
    {
      id: 'integrate',
      title: t`Integrate and verify your first passport or ID`,
      completed: done.integrated,
      text: t`Create a session from your backend, send the person to its link, and read the result. The first ${facts.free_verifications} are free.`,
      links: [
        { to: '/api-reference', hash: 'session.create', name: t`API reference` },
        { to: '/demo', name: t`Try the demo` },
      ],
    },
    {
      id: 'enable-billing',
      title: t`Enable billing`,
      completed: done.billing_enabled,
      text: t`Continue after the trial. You pay only for verified identities.`,
      links: [{ to: '/enable-billing', name: t`Enable billing` }],
    },
  ];
  const first = steps.find((step) => !step.completed)?.id;
  return (
    <Accordion
      steps
      sections={steps.map(({ text, links, ...step }) => ({ ...step, content: <Step text={text} links={links} /> }))}
      open={chosen ? chosen.id : first}
      onOpenChange={(id) => choose({ id })}
    />
  );
}

type StepProps = { text: string; links: { to: string; hash?: string; name: string }[] };

const Step = ({ text, links }: StepProps) => (
  <>
    <p className="mb-4 text-muted">{text}</p>
    <div className="flex flex-wrap gap-3">
      {links.map(({ name, ...link }, index) => (
        <LocaleLink
          key={name}
          {...link}
          className={buttonClass({ size: 'small', variant: index === 0 ? 'primary' : 'secondary' })}
        >
          {name}
        </LocaleLink>
      ))}
    </div>
  </>
);
